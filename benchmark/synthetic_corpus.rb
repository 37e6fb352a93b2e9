# frozen_string_literal: true

require_relative "synthetic"

module Bench
  # Stand-ins for the five documents of the shared corpus: about their sizes,
  # their layout and their mix of types, keys and scripts, from a fixed seed.
  module SyntheticCorpus
    # Bytes of the originals.
    SIZES = { "activitypub" => 58_160, "citm_catalog" => 1_727_204,
              "twitter" => 631_514, "ohai" => 32_444,
              "canada" => 2_251_051 }.freeze

    module_function

    # JSON text of the stand-in for +name+.
    def text(name)
      @random = Random.new(Synthetic::SEED)
      send(name, SIZES.fetch(name))
    end

    # Tweets: many repeated keys, users inside, Japanese text, few numbers.
    def twitter(size)
      fill(size, indent: "  ") { |tweets| { "statuses" => tweets } }
        .call { |i| tweet(i) }
    end

    # Events and performances: maps keyed by numbers, integers, nulls.
    def citm_catalog(size)
      fill(size, indent: "    ") do |performances|
        { "areaNames" => number_map(17) { words(3) },
          "events" => number_map(performances.size) { |id| event(id) },
          "performances" => performances }
      end.call { |i| performance(i) }
    end

    # A country's borders: arrays of pairs of floats, 15 digits and more.
    def canada(size)
      fill(size) do |rings|
        { "type" => "FeatureCollection", "features" => [
          { "type" => "Feature", "properties" => { "name" => "Canada" },
            "geometry" => { "type" => "Polygon", "coordinates" => rings } }
        ] }
      end.call { Array.new(100) { [-141 + (random * 88), 41 + (random * 42)] } }
    end

    # Notes of an outbox: URLs, HTML, nested objects, no white space.
    def activitypub(size)
      fill(size) do |items|
        { "@context" => "https://www.w3.org/ns/activitystreams",
          "type" => "OrderedCollectionPage", "orderedItems" => items }
      end.call { |i| note(i) }
    end

    # What a machine tells of itself: hardly a key comes twice.
    def ohai(size)
      fill(size, indent: "  ") do |modules|
        { "kernel" => { "name" => "Darwin", "modules" => modules.to_h },
          "languages" => { "ruby" => { "version" => "3.3.0" } },
          "counters" => number_map(12) { words(1) } }
      end.call { |i| kernel_module(i) }
    end

    # As many items as make a document of about +size+ bytes: the block wraps
    # the items, the one given to #call makes them.
    def fill(size, indent: nil)
      lambda do |&item|
        probe = Array.new(40, &item)
        half = render(yield(probe.first(20)), indent).bytesize
        each = (render(yield(probe), indent).bytesize - half) / 20.0
        count = (20 + ((size - half) / each)).round
        rest = Array.new([count - 40, 0].max) { |i| item.call(i + 40) }
        render(yield(probe.first(count) + rest), indent)
      end
    end

    def render(value, indent)
      return JSON.generate(value) unless indent

      JSON.pretty_generate(value, indent: indent)
    end

    def tweet(index)
      id = 505_874_900_000_000_000 + (index * 1_000_003)
      { "metadata" => { "result_type" => "recent", "iso_language_code" => "ja" },
        "created_at" => "Sun Aug 31 00:29:15 +0000 2014",
        "id" => id, "id_str" => id.to_s,
        "text" => "@#{words(1)} #{kanji(40)}\n#{kanji(20)}\"✨",
        "source" => "<a href=\"http://example.com/#{index}\">#{words(2)}</a>",
        "truncated" => false, "in_reply_to_status_id" => nil,
        "in_reply_to_user_id" => nil, "user" => user(index), "geo" => nil,
        "coordinates" => nil, "place" => nil, "contributors" => nil,
        "retweet_count" => rand(50), "favorite_count" => rand(9),
        "entities" => { "hashtags" => [], "symbols" => [], "urls" => [],
                        "user_mentions" => [mention(index)] },
        "favorited" => false, "retweeted" => false, "lang" => "ja" }
    end

    def user(index)
      { "id" => 1_186_275_104 + index, "id_str" => (1_186_275_104 + index).to_s,
        "name" => kanji(5), "screen_name" => "#{words(1)}#{index}",
        "location" => kanji(4), "description" => "#{kanji(60)} #{words(3)}",
        "url" => nil, "entities" => { "description" => { "urls" => [] } },
        "protected" => false, "followers_count" => rand(2000),
        "friends_count" => rand(2000), "listed_count" => rand(20),
        "created_at" => "Sat Feb 16 13:46:25 +0000 2013",
        "favourites_count" => rand(3000), "utc_offset" => nil,
        "time_zone" => nil, "geo_enabled" => true, "verified" => false,
        "statuses_count" => rand(20_000), "lang" => "en",
        "profile_background_color" => "C0DEED",
        "profile_image_url" => "http://example.com/images/#{index}.jpeg",
        "profile_use_background_image" => true, "default_profile" => true,
        "following" => false, "notifications" => false }
    end

    def mention(index)
      { "screen_name" => words(1), "name" => kanji(6), "id" => 866_260_188 + index,
        "id_str" => (866_260_188 + index).to_s, "indices" => [0, 9] }
    end

    def event(id)
      { "description" => nil, "id" => id, "logo" => nil, "name" => words(4),
        "subTopicIds" => [337_184_269, 337_184_283], "subjectCode" => nil,
        "subtitle" => nil, "topicIds" => [324_846_099, 107_888_604] }
    end

    def performance(index)
      { "eventId" => 138_586_341 + index, "id" => 339_887_544 + index,
        "logo" => nil, "name" => nil,
        "prices" => Array.new(3) do |i|
          { "amount" => 90_250 - (i * 9500), "audienceSubCategoryId" =>
            337_100_890, "seatCategoryId" => 338_937_295 + i }
        end,
        "seatCategories" => Array.new(3) do |i|
          { "areas" => Array.new(5) do |j|
            { "areaId" => 205_705_999 + j, "blockIds" => [] }
          end, "seatCategoryId" => 338_937_295 + i }
        end,
        "seatMapImage" => nil, "start" => 1_372_701_600_000 + (index * 86_400),
        "venueCode" => "PLEYEL_PLEYEL" }
    end

    def note(index)
      url = "https://mastodon.example/users/#{words(1)}/statuses/#{(10**17) + index}"
      { "id" => "#{url}/activity", "type" => "Create", "actor" => url,
        "published" => "2024-01-0#{1 + (index % 9)}T10:00:00Z",
        "to" => ["https://www.w3.org/ns/activitystreams#Public"],
        "cc" => ["#{url}/followers"],
        "object" => { "id" => url, "type" => "Note", "summary" => nil,
                      "inReplyTo" => nil, "url" => url, "sensitive" => false,
                      "content" => "<p>#{words(45)}, c’est la vie</p>",
                      "contentMap" => { "en" => "<p>#{words(30)}</p>" },
                      "attachment" => [], "tag" => [],
                      "replies" => { "id" => "#{url}/replies",
                                     "type" => "Collection" } } }
    end

    def kernel_module(index)
      ["com.#{words(1)}.#{words(1)}.m#{index}",
       { "size" => rand(10**6), "version" => "#{rand(9)}.#{rand(9)}",
         "index" => index.to_s, "refcount" => rand(9).to_s }]
    end

    def number_map(count)
      Array.new(count) { |i| 205_705_993 + (i * 7) }
           .to_h { |id| [id.to_s, yield(id)] }
    end

    def words(count)
      Synthetic.words(@random, count)
    end

    def kanji(count)
      Synthetic.kanji(@random, count)
    end

    def rand(limit)
      @random.rand(limit)
    end

    def random
      @random.rand
    end
  end
end
