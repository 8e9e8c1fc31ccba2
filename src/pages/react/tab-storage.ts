/** The storage of an item: of this tab, or of all tabs of the site. */
type StorageName = 'sessionStorage' | 'localStorage'

/** Items that the browser refuses to store, because storage is blocked or full. They are lost with the document. */
const unstored = new Map<string, string>()

/** Returns an item that {@link writeItem} wrote, or `null`. */
export function readItem(key: string, place: StorageName = 'sessionStorage'): string | null {
  try {
    return unstored.get(key) ?? window[place].getItem(key)
  } catch {
    return null // The user may have disabled storage.
  }
}

/** Stores an item, or keeps it in memory if the browser refuses it. */
export function writeItem(key: string, text: string, place: StorageName = 'sessionStorage'): void {
  try {
    window[place].setItem(key, text)
    unstored.delete(key)
  } catch {
    unstored.set(key, text)
  }
}
