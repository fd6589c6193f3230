/// Natural logarithm and exponential without a C library: the same bits on every machine.
enum Logarithm {
  /// Of 2, in two parts whose sum is exact to 2^-100.
  private static let high = 6.931_471_803_691_238e-1
  private static let low = 1.908_214_929_270_587_7e-10

  /// The natural logarithm of a positive, finite number; -infinity for 0, NaN below.
  static func natural(_ value: Double) -> Double {
    guard value > 0, value.isFinite else { return value == 0 ? -.infinity : value + .nan }
    var mantissa = value.significand
    var exponent = Double(value.exponent)
    if mantissa > 2.0.squareRoot() {
      mantissa /= 2
      exponent += 1
    }
    // ln m = 2 artanh t, whose series is below half a bit after ten terms: t² is at most 0.0295.
    let t = (mantissa - 1) / (mantissa + 1)
    let square = t * t
    var sum = 0.0
    for order in stride(from: 21.0, through: 3, by: -2) { sum = (sum + 1 / order) * square }
    return exponent * high + (exponent * low + 2 * (t + t * sum))
  }

  /// e to the power of `value`; infinity above 709.78, 0 below -745.
  static func exponential(_ value: Double) -> Double {
    guard value < 709.782_712_893_384 else { return value.isNaN ? value : .infinity }
    guard value > -745.133_219_101_941_1 else { return value.isNaN ? value : 0 }
    let power = (value / (high + low)).rounded()
    let rest = (value - power * high) - power * low
    // Taylor: |rest| is at most 0.347, so the fifteenth term is below 2^-60.
    var sum = 1.0
    for order in stride(from: 15.0, through: 1, by: -1) { sum = 1 + sum * rest / order }
    return Double(sign: .plus, exponent: Int(power), significand: sum)
  }
}
