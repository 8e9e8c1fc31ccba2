/** Where an item is: in the tab, or in all tabs of the site. */
type Place = 'sessionStorage' | 'localStorage'

/** The items that the browser does not store: storage is blocked or full. They end with the document. */
const unstored = new Map<string, string>()

/** Returns an item that {@link writeItem} wrote, or `null`. */
export function readItem(key: string, place: Place = 'sessionStorage'): string | null {
  try {
    return unstored.get(key) ?? window[place].getItem(key)
  } catch {
    return null // The user may have disabled storage.
  }
}

/** Stores an item, or keeps it in memory if the browser refuses it. */
export function writeItem(key: string, text: string, place: Place = 'sessionStorage'): void {
  try {
    window[place].setItem(key, text)
    unstored.delete(key)
  } catch {
    unstored.set(key, text)
  }
}
