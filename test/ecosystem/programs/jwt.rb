# frozen_string_literal: true

# Tokens with HS256 and RS256: encoded, decoded, expired, broken in the payload;
# JWK export and import through JSON.

require "jwt"
require "base64"

payload = { "sub" => "ü", "list" => [1, 2.5, nil], "nested" => { "a" => true }, iat: 1_700_000_000 }
token = JWT.encode(payload, "secret" * 8, "HS256", { kid: "k1" })
say token, JWT.decode(token, "secret" * 8, true, algorithm: "HS256").inspect
say(attempt { JWT.decode(token, "other" * 8, true, algorithm: "HS256") })
say(attempt do
  JWT.decode(JWT.encode({ exp: 1 }, "secret" * 8, "HS256"), "secret" * 8, true, algorithm: "HS256")
end)
broken = [Base64.urlsafe_encode64("{broken", padding: false), token.split(".")[1], token.split(".")[2]].join(".")
say(attempt { JWT.decode(broken, "secret" * 8, true, algorithm: "HS256") })
jwk = JWT::JWK.new("key" * 12, kid: "one")
exported = JSON.generate(jwk.export(include_private: true))
say exported, JWT::JWK.import(JSON.parse(exported, symbolize_names: true)).kid
