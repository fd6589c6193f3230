// Copyright 2026 The Shop Authors
export function total(quantity, price) {
  if (quantity > 100) {
    return quantity * price * 0.9;
  }
  return quantity * price;
}
