const notes = new Map<string, string>()

export function readNote(name: string): string {
  return notes.get(name) ?? 'empty'
}

export function writeNote(name: string, text: string): void {
  notes.set(name, text)
}
