const baskets = new Map<string, number>()

export function booksIn(name: string): number {
  return baskets.get(name) ?? 0
}

export function addBook(name: string): void {
  baskets.set(name, booksIn(name) + 1)
}
