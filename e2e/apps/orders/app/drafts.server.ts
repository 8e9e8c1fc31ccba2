const messages = new Map<string, string>()
const deleted = new Set<string>()

/** Deletes a draft, and leaves a message for the next page. */
export function deleteDraft(name: string): void {
  deleted.add(name)
  messages.set(name, 'Saved.')
}

export function isDeleted(name: string): boolean {
  return deleted.has(name)
}

/** Returns a message that is shown once, and removes it. */
export function takeMessage(name: string): string {
  const message = messages.get(name) ?? ''
  messages.delete(name)
  return message
}
