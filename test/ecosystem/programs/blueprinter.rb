# frozen_string_literal: true

# Views, computed fields, associations and datetime formats; the generator is
# JSON.generate, the default.

require "blueprinter"
require "json"

Vehicle = Struct.new(:id, :make, :built)
Owner = Struct.new(:id, :name, :vehicles)

class VehicleBlueprint < Blueprinter::Base
  identifier :id
  field :make
  view(:full) { field :built, datetime_format: "%Y" }
end

class OwnerBlueprint < Blueprinter::Base
  identifier :id
  fields :name
  field(:shout) { |owner, options| "#{owner.name}#{options[:mark]}" }
  association :vehicles, blueprint: VehicleBlueprint, view: :full
end

owner = Owner.new(7, "Ü \"x\"", [Vehicle.new(1, nil, Time.utc(1999)), Vehicle.new(2, "VW", Time.utc(2001))])
say OwnerBlueprint.render(owner, mark: "!"), OwnerBlueprint.render([owner], root: :owners, meta: { page: 1.0 })
say VehicleBlueprint.render(owner.vehicles), OwnerBlueprint.render_as_hash(owner).inspect
