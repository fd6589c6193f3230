import { total } from './total.js';

test('bulk orders are cheaper', () => {
  expect(total(100, 7)).toBe(630);
});

test('small orders are not', () => {
  expect(total(10, 7)).toBe(70);
});
