/** Renders nothing, because the dev server updates pages itself. */
export function LiveReload(_props: { nonce?: string; port?: number }): null {
  return null
}
