/**
 * Keeps the text that was typed into a text area before React hydrates it (DR-12). React keeps the typed values of all other
 * fields, but overwrites the text of a text area with its default.
 *
 * React 19 sets `defaultValue`, reads `textContent`, and writes `value` only if both are equal. So if another text was
 * typed, that read returns `undefined`. React does this for each part of the page that it hydrates, and again if an event
 * interrupts it. No hook of ours runs at that moment, so the setter is replaced for all text areas.
 */
export function keepTypedText(): void {
  const { prototype } = HTMLTextAreaElement
  const { set } = Object.getOwnPropertyDescriptor(prototype, 'defaultValue')!

  Object.defineProperty(prototype, 'defaultValue', {
    set(this: HTMLTextAreaElement, text: string) {
      const isTyped = this.value !== this.defaultValue
      const get = (): void => {
        delete (this as { textContent?: unknown }).textContent
      }
      set!.call(this, text)
      if (isTyped) {
        Object.defineProperty(this, 'textContent', { configurable: true, get })
        // When React renders a hydrated text area again, it does not read `textContent`.
        queueMicrotask(get)
      }
    },
  })
}
