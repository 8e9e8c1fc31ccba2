// Notes are kept in memory until you add a database. Files named *.server.ts never reach the browser.

export interface Note {
  id: string
  text: string
  writtenAt: Date
}

const notes = new Map<string, Note>()
addNote('Change me: I am in app/notes.server.ts')

export function listNotes(): Note[] {
  return [...notes.values()].reverse()
}

export function findNote(id: string): Note | undefined {
  return notes.get(id)
}

export function addNote(text: string): Note {
  const note = { id: crypto.randomUUID(), text, writtenAt: new Date() }
  notes.set(note.id, note)

  return note
}

export function removeNote(id: string): void {
  notes.delete(id)
}
