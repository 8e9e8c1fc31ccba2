/** Renders nothing, because the dev server updates pages itself. It exists for roots that already use it. */
export function LiveReload(_props: { nonce?: string; port?: number }): null {
  return null
}
