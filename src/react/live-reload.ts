/** Renders nothing: the dev server brings its own. Kept so that a root that has it need not change. */
export function LiveReload(_props: { nonce?: string; port?: number }): null {
  return null
}
