import ProductData
import Testing

@Suite struct ProductDataTests {
  @Test func `placeholder`() {
    #expect(ProductData.rulePacks.count >= 0)
  }
}
