/** Creates a name that no other test uses. */
export function uniqueName(): string {
  return `t${crypto.randomUUID().slice(0, 8)}`
}
