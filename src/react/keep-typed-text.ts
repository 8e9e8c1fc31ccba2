/**
 * Keeps the text that was typed into a text area before React hydrates it (DR-12). React keeps what was typed into all
 * other fields, but writes the stored text over that of a text area.
 *
 * React 19 sets `defaultValue`, reads `textContent`, and writes `value` only if both are equal. So if another text was
 * typed, that read gets nothing. React does this for each part of the page that it hydrates, and again if an event
 * interrupts it. It calls nothing of ours at that moment, so the setter is replaced for all text areas.
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
        // React does not read it when it renders a hydrated text area again.
        queueMicrotask(get)
      }
    },
  })
}
