import type { Draft } from 'framework'

/** Says that a form has what was typed before. The line is always there, so nothing moves when it gets its text. */
export function Kept({ draft }: { draft: Draft | undefined }) {
  return (
    <p className="kept">
      <output>
        {draft && (draft.isSent ? 'This may have been sent already.' : 'We kept what you typed.')}
      </output>
      {draft && (
        <button className="link-button" type="button" onClick={draft.discard}>
          Start again
        </button>
      )}
    </p>
  )
}
