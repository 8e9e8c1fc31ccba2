export type SqlValue = string | number | Uint8Array | null

/** SQLite ends a string at NUL, and Postgres refuses it. A visitor can still send it. */
export function withoutNul(values: readonly SqlValue[]): SqlValue[] {
  return values.map((value) =>
    typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value,
  )
}
