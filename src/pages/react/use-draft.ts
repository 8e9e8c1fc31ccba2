import { useLayoutEffect, useState } from 'react'
import { useRouter } from './contexts.ts'
import { DRAFT_EVENT, type Draft, type FilledDraft } from './draft.ts'

/**
 * Returns the draft that a form was filled with, or `undefined` without a draft. It is the same object until the draft ends.
 *
 * @param id The `id` of the form, such as `form.id` of `useFields()`
 *
 * @example
 * const draft = useDraft('review')
 * return (
 *   <Form id="review" method="post">
 *     <output>{draft && 'We kept what you typed.'}</output>
 *   </Form>
 * )
 */
export function useDraft(id: string): Draft | undefined {
  return useFilledDraft(id)
}

/** Returns the draft with its rows. It is set before the page is painted. */
export function useFilledDraft(id: string): FilledDraft | undefined {
  const { browser } = useRouter('useDraft')
  const [draft, setDraft] = useState<FilledDraft>()
  useLayoutEffect(() => {
    const update = (): void => setDraft(browser?.drafts?.drafts?.draftOf(id))
    update()
    addEventListener(DRAFT_EVENT, update)
    return () => removeEventListener(DRAFT_EVENT, update)
  }, [browser, id])

  return draft
}
