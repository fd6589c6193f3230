/// Rectangles whose areas are in proportion to weights, close to squares: the squarified treemaps of
/// Bruls, Huizing and van Wijk (2000).
enum Treemap {
  /// A rectangle, from its upper left corner.
  struct Box: Equatable {
    var x: Double
    var y: Double
    var width: Double
    var height: Double
  }

  /// Lays weights out, one box for each in their order.
  ///
  /// - Parameters:
  ///   - weights: Positive, in descending order.
  ///   - width: Of the whole.
  ///   - height: Of the whole.
  /// - Returns: The boxes; none where all weights are zero.
  static func layout(_ weights: [Double], width: Double, height: Double) -> [Box] {
    let total = weights.reduce(0, +)
    guard total > 0 else { return [] }
    let areas = weights.map { $0 * width * height / total }
    var room = Box(x: 0, y: 0, width: width, height: height)
    var boxes: [Box] = []
    var index = 0
    while index < areas.count {
      let side = min(room.width, room.height)
      var end = index + 1
      while end < areas.count,
        worst(areas[index...end], side) <= worst(areas[index..<end], side)
      {
        end += 1
      }
      boxes += row(areas[index..<end], in: &room)
      index = end
    }
    return boxes
  }

  /// The worst ratio of two sides in a row along a side.
  private static func worst(_ row: ArraySlice<Double>, _ side: Double) -> Double {
    let sum = row.reduce(0, +)
    guard side > 0, sum > 0, let most = row.max(), let least = row.min(), least > 0 else {
      return 0
    }
    return max(side * side * most / (sum * sum), sum * sum / (side * side * least))
  }

  /// Places a row along the shorter side and takes it off the room.
  private static func row(_ row: ArraySlice<Double>, in room: inout Box) -> [Box] {
    let sum = row.reduce(0, +)
    let isUpright = room.width >= room.height
    let side = isUpright ? room.height : room.width
    let thickness = side > 0 ? sum / side : 0
    var offset = 0.0
    var boxes: [Box] = []
    for area in row {
      let length = thickness > 0 ? area / thickness : 0
      boxes.append(
        isUpright
          ? Box(x: room.x, y: room.y + offset, width: thickness, height: length)
          : Box(x: room.x + offset, y: room.y, width: length, height: thickness))
      offset += length
    }
    if isUpright {
      room.x += thickness
      room.width = max(0, room.width - thickness)
    } else {
      room.y += thickness
      room.height = max(0, room.height - thickness)
    }
    return boxes
  }
}
