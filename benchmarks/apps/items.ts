/** What the page lists in every app. */
export const items = Array.from({ length: 50 }, (_, i) => ({
  slug: `item-${i}`,
  title: `Item ${i}`,
}))
