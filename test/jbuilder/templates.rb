# frozen_string_literal: true

# Prints templates of Rails with partials, collections and cached parts. ARGV: the
# library.

require ARGV.fetch(0)
require "rails"
require "jbuilder"
require "jbuilder/jbuilder_template"
require "action_view"
require "action_view/testing/resolvers"
require "active_support/cache/memory_store"
require "active_support/json"
require_relative "../rails/json3_workaround"
eval(JSON3_WORKAROUND, TOPLEVEL_BINDING, __FILE__, __LINE__) # rubocop:disable Security/Eval

# Short lists of attributes are compiled, and from their first object on.
if defined?(Jacinth::OnJbuilder)
  list = Jacinth::OnJbuilder.const_get(:AttributeList)
  list.shortest = 1
  list.__send__(:remove_const, :OBJECTS)
  list.const_set(:OBJECTS, 1)
end

# A small application's cache and classes.
module Templates
  Post = Struct.new(:id, :body, :created_at) do
    def cache_key = "post-#{id}"
    def nothing = nil
  end
  POSTS = Array.new(30) { |i| Post.new(i, "Body <#{i}>", Time.at(i * 1000).utc) }.freeze
  FILES = {
    "_post.json.jbuilder" => "json.extract! post, :id, :body, :created_at\njson.by { json.name 'x' }",
    "_other.json.jbuilder" => "json.array! posts, :id, :nothing"
  }.freeze
  SOURCES = [
    "json.array! @posts, :id, :body",
    "json.posts @posts, partial: 'post', as: :post",
    "json.array! @posts, partial: 'post', as: :post, cached: true",
    "json.partial! 'other', posts: @posts",
    "json.post { json.partial! 'post', post: @posts[0] }",
    "json.cache!('all') { json.extract! @posts[1], :id, :body }; json.more 1",
    "json.cache!('all') { json.extract! @posts[2], :id, :body }",
    "json.cache_root!('root') { json.array! @posts, :id }",
    "json.key_format! camelize: :lower; json.extract! @posts[0], :id, :created_at; json.key_format!; json.first_name nil",
    "json.ignore_nil!; json.array!(@posts) { |post| json.(post, :id, :nothing) }"
  ].freeze
  Controller = Struct.new(:perform_caching) do
    def instrument_fragment_cache(*) = yield
    def cache_store = Rails.cache
  end

  module_function

  def render(source)
    files = FILES.merge("source.json.jbuilder" => source)
    lookup = ActionView::LookupContext.new([ActionView::FixtureResolver.new(files)], {}, [""])
    view = ActionView::Base.with_empty_template_cache.new(lookup, { posts: POSTS }, Controller.new(true))
    def view.view_cache_dependencies = []
    def view.combined_fragment_cache_key(key) = [key]
    def view.cache_fragment_name(key, *, **) = key
    view.render(template: "source", formats: [:json], handlers: [:jbuilder])
  end
end

def Rails.cache = @cache ||= ActiveSupport::Cache::MemoryStore.new
Jbuilder::CollectionRenderer.collection_cache = Rails.cache
ActionView::Template.register_template_handler(:jbuilder, JbuilderHandler)
3.times { Templates::SOURCES.each { |source| puts Templates.render(source) } }
