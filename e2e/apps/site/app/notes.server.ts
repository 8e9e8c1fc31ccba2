export interface Note {
  id: number
  title: string
  done: boolean
  starred: boolean
}

const lists = new Map<string, Map<number, Note>>()

/** The notes of a list. Each test has its own list. */
export function notesOf(list: string): Map<number, Note> {
  const notes = lists.get(list) ?? new Map<number, Note>()
  lists.set(list, notes)
  return notes
}

export function findNotes(list: string, query: string): Note[] {
  return [...notesOf(list).values()].filter(({ title }) => title.includes(query))
}
