import { join } from 'node:path'
import * as fc from 'fast-check'
import { build, type Rolldown } from 'vite'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createKeeper } from './draft-keeper.ts'
import { anySchedule, runSchedule, type Code } from './draft-model.fixture.ts'
import { openDrafts } from './drafts.ts'

beforeAll(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}))
afterAll(() => vi.restoreAllMocks())

const propertyOf = (code: Code): fc.IAsyncProperty<unknown> =>
  fc.asyncProperty(anySchedule, (steps) => runSchedule(steps, code))

describe('the model of drafts', () => {
  it('shows each text again where the rules say, and nowhere else, in 20,000 schedules', async () => {
    await fc.assert(propertyOf({ createKeeper, openDrafts }), { numRuns: 20_000, seed: 40 })
  })

  /** A mistake, the file that it is planted in, and what is written there in place of what. */
  it.each([
    ['the entry is ignored', 'draft-fill', '(isFirst && at.includes(entry)) ||', 'isFirst ||'],
    ['the owner is ignored', 'draft-fill', 'other === owner &&', ''],
    [
      'a text belongs to who is signed in when it is saved',
      'draft-life',
      'kept.state = 1\n',
      'kept.state = 1; kept.owner = page.told\n',
    ],
    [
      'a text belongs to who is signed in when the code arrives',
      'drafts',
      'if (who) kept.owner =',
      'if (false) kept.owner =',
    ],
    [
      'the login of another tab is ignored',
      'draft-keeper',
      'if (other !== stored) visitor =',
      'if (false) visitor =',
    ],
    [
      'a document that told nothing takes the last visitor',
      'draft-keeper',
      'stored === leaving ? leaving : unknownVisitor',
      'stored ?? unknownVisitor',
    ],
    [
      'a page of the back/forward cache knows who was signed in',
      'draft-keeper',
      'visitor = unknownVisitor\n    keeper',
      'keeper',
    ],
    [
      'a page of the back/forward cache stays when someone else has signed in',
      'draft-keeper',
      'if (!isSame(`${owner}`, `${stored}`)) return',
      'if (false) return',
    ],
    [
      'a page stays when its response tells someone else',
      'draft-keeper',
      'if (isTold && isOther(first))',
      'if (false)',
    ],
    [
      'an old response is believed when another tab was told someone else',
      'draft-keeper',
      'isOther(keeper.visitor())) return',
      'false) return',
    ],
    ['a logout is not seen', 'draft-owner', 'who === nobody && before === leaving', 'false'],
    ['a text does not wait when the session ends', 'draft-owner', 'draft.waits ||= 1', '0'],
    ['a text that was sent does not wait', 'drafts', 'waits: 3, once', 'once'],
    ['the key of a submission is dropped', 'draft-fill', 'if (once) browser', 'if (false) browser'],
    ['a key is kept after a response', 'drafts', 'waits: 2, once: undefined', 'waits: 2'],
    ['an accepted text stays', 'drafts', 'removeDraft(item, draft)\n      if', 'if'],
    ['the redirect of a guard is accepted', 'drafts', '(isPage ? isForOwner', '(isPage ? true'],
    [
      'an action that found nobody signed in is accepted',
      'drafts',
      'isSame(ranFor, draft.owner)',
      "ranFor !== ''",
    ],
    ['equal forms are kept', 'draft-page', 'other.id === kept.id &&', 'false &&'],
    ['the record is ignored', 'draft-fill', 'drafts.filter((draft) => draft.id === id)', 'drafts'],
    ['a form never begins again', 'drafts', 'now[0] !== record[0] ||', 'false &&'],
    ['a form that stays hides the text of an older entry', 'drafts', '!!draft &&', 'false &&'],
    ['a form is filled twice in a visit', 'draft-fill', '!page.seen.has(id)', 'true'],
    ['a form with another key is filled', 'draft-fill', 'isFirst || !gone.has(id)', 'true'],
    [
      'a form that was there before the code is dropped',
      'draft-keeper',
      'of waiting.values()',
      'of [...waiting.values()].slice(1)',
    ],
    ['nothing is saved when the page ends', 'drafts', "'pagehide', ", ''],
    [
      'what was typed while the form was sent is lost',
      'drafts',
      'if (kept.isTypedSince) touch(page, kept)',
      '',
    ],
    [
      'an event is fired',
      'draft-controls',
      'touched.add(control)\n',
      "touched.add(control); control.dispatchEvent(new Event('input'))\n",
    ],
    [
      'a checkbox without its mark is filled as one with it',
      'draft-controls',
      'control.checked = texts.length > 0',
      'control.checked = true',
    ],
    [
      'checkboxes and radio buttons are found by their order',
      'draft-controls',
      'return isBox(control) ?',
      'return false ?',
    ],
    [
      'the radio button that was chosen before is kept too',
      'draft-controls',
      'isTyped && !isLeft',
      'isTyped',
    ],
    [
      'a select is changed though an option is gone',
      'draft-controls',
      'if (!texts.every((text) => values.includes(text))) return',
      '',
    ],
    [
      'the options that the page has chosen stay',
      'draft-controls',
      'option.selected = texts',
      'option.selected ||= texts',
    ],
    [
      'a select that nobody has touched is kept',
      'draft-controls',
      'touched.has(control) && text !== first.get(control)',
      'text !== textOf(control, true)',
    ],
    [
      'a select that is as it was is kept',
      'draft-controls',
      'touched.has(control) && text !== first.get(control)',
      'touched.has(control)',
    ],
    [
      'a select without a choice of the page is taken for one that the person has changed',
      'draft-controls',
      "(!control.options || start === '[]')",
      '!control.options',
    ],
  ])('finds the planted mistake that %s', async (_, file, from, to) => {
    const { failed } = await fc.check(propertyOf(await plant(file, from, to)), {
      numRuns: 10_000,
      seed: 40,
      endOnFailure: true,
    })
    expect(failed).toBe(true)
  })
})

/** Returns the code with a mistake in it. */
async function plant(file: string, from: string, to: string): Promise<Code> {
  const folder = import.meta.dirname
  const entry = join(folder, 'draft-keeper.ts')
  let count = 0
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [
      {
        name: 'plant',
        enforce: 'pre',
        transform(code, id) {
          const isFile = id === join(folder, `${file}.ts`)
          if (isFile) count += code.split(from).length - 1
          const planted = isFile ? code.replace(from, to) : code
          return id === entry ? `${planted}\nexport { openDrafts } from './drafts.ts'` : planted
        },
      },
    ],
    build: {
      write: false,
      minify: false,
      lib: { entry, formats: ['es'], fileName: 'planted' },
    },
  })
  expect(count).toBe(1)
  const [{ output }] = built as Rolldown.RolldownOutput[] as [Rolldown.RolldownOutput]
  const [{ code }] = output
  return (await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`
  )) as Code
}
