import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, inject } from 'vitest'
import { uniqueName } from '../../support/unique-name.ts'
import type { CreateTest, Visitor } from '../visitor.ts'

/** Forms, with scripts and without. */
export function describeForms(createTest: CreateTest, javaScript: boolean): void {
  const test = createTest('site', { javaScript })

  describe(`forms, JavaScript ${javaScript ? 'on' : 'off'}`, () => {
    test('GET puts the fields into the query, and back takes them out', async ({ visitor }) => {
      const list = uniqueName()
      await visitor.open(`/notes/${list}`)
      await addNote(visitor, 'milk')
      await addNote(visitor, 'bread')
      await visitor.fill('[aria-label=Search]', 'mil')
      await visitor.click('#search button')
      await visitor.isAt(`/notes/${list}?q=mil`)
      await expect.poll(() => titles(visitor)).toEqual(['milk'])
      await visitor.back()
      await expect.poll(() => titles(visitor)).toEqual(['milk', 'bread'])
      await visitor.stayed()
    })

    test('Enter in a field submits', async ({ visitor }) => {
      const list = uniqueName()
      await visitor.open(`/notes/${list}`)
      await visitor.fill('[aria-label="New note"]', 'by key')
      await visitor.press('Enter')
      await visitor.reads('[role=status]', 'Added by key')
      expect(await visitor.calls(list)).toEqual(['POST title'])
      await visitor.stayed()
    })

    test('PUT, PATCH and DELETE reach the action, with the button that was pressed', async ({
      visitor,
    }) => {
      const list = uniqueName()
      await visitor.open(`/notes/${list}`)
      await addNote(visitor, 'milk')
      await visitor.fill('[aria-label="Title of 1"]', 'oat milk')
      await visitor.click('#note-1 button', 'Rename')
      await visitor.reads('#done', 'PUT oat milk')
      await visitor.click('#note-1 button', 'Toggle')
      await visitor.reads('#done', 'PATCH toggle')
      await visitor.click('#note-1 button', 'Remove')
      await visitor.reads('#done', 'DELETE 1')
      expect(await visitor.calls(list)).toEqual([
        'POST title',
        'PUT id,title',
        'PATCH id,button',
        'DELETE id',
      ])
      await visitor.stayed()
    })

    test('Enter in a row saves all rows, also those without a checked box', async ({ visitor }) => {
      await visitor.open('/rows')
      await visitor.fill('[aria-label="Title 1"]', 'milk')
      await visitor.click('button', 'Add line')
      await visitor.sees('fieldset', 2)
      await visitor.fill('[aria-label="Title 2"]', 'bread')
      await visitor.press('Enter')
      const row = (title: string) => ({ title, gift: false, parts: [] })
      await visitor.reads('output', JSON.stringify({ lines: [row('milk'), row('bread')] }))
    })

    test('a row that was added or removed leaves the focus in the list', async ({ visitor }) => {
      const hasFocus = (name: string) =>
        expect
          .poll(() =>
            visitor.evaluate(() => {
              const { activeElement } = document
              return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent
            }),
          )
          .toBe(name)
      await visitor.open('/rows')
      await visitor.click('button', 'Add line')
      await hasFocus('Title 2')
      await visitor.click('button', 'Add line')
      await hasFocus('Title 3')
      await visitor.click('button', 'Remove line 2')
      await visitor.sees('fieldset', 2)
      await hasFocus('Remove line 2')
      await visitor.click('button', 'Remove line 2')
      await hasFocus('Remove line 1')
      await visitor.click('button', 'Remove line 1')
      await hasFocus('Add line')
    })

    test('files are uploaded', async ({ visitor }) => {
      const folder = inject('workspace')
      const text = join(folder, 'a.txt')
      const large = join(folder, 'grüße.bin')
      await writeFile(text, 'hello world')
      await writeFile(large, 'x'.repeat(300_000))
      await visitor.open('/upload')
      await visitor.fill('[aria-label=Comment]', 'grüße')
      await visitor.upload('[aria-label=Files]', text, large)
      await visitor.click('main button', 'Send')
      await visitor.reads('#comment', 'grüße')
      await expect
        .poll(async () => (await visitor.texts('.file')).map((file) => file.normalize()))
        .toEqual(['a.txt text/plain 11 hello', 'grüße.bin application/octet-stream 300000 xxxxx'])
      await visitor.stayed()
    })

    test('a form that does not validate is shown again', async ({ visitor }) => {
      await visitor.open(`/notes/${uniqueName()}`)
      await visitor.fill('[aria-label="New note"]', '   ')
      await visitor.click('#add button')
      await visitor.reads('[role=alert]', 'A note needs a title')
      await expect
        .poll(() =>
          visitor.evaluate(
            () => document.querySelector<HTMLInputElement>('[aria-label="New note"]')?.value,
          ),
        )
        .toBe('   ')
      await visitor.fill('[aria-label="New note"]', 'milk')
      await visitor.click('#add button')
      await expect.poll(() => titles(visitor)).toEqual(['milk'])
      await visitor.sees('[role=alert]', 0)
      await visitor.stayed()
    })

    if (javaScript) {
      test('an early error does not move what is being clicked', async ({ visitor }) => {
        await visitor.open('/register')
        await visitor.fill('[aria-label=Email]', 'abc')
        await visitor.click('[aria-label=News]')
        await visitor.reads('[role=alert]', 'Enter an address such as ada@example.com')
        await expect
          .poll(() =>
            visitor.evaluate(
              () => document.querySelector<HTMLInputElement>('[aria-label=News]')!.checked,
            ),
          )
          .toBe(true)
        await visitor.stayed()
      })

      test('an early error does not move the button that submits', async ({ visitor }) => {
        await visitor.open('/register')
        await visitor.click('[aria-label="Topic b"]')
        await visitor.fill('[aria-label=Password]', 'open sesame')
        await visitor.fill('[aria-label=Email]', 'abc')
        await visitor.fill('[aria-label=Email]', 'ada@example.com')
        await visitor.click('button', 'Register')
        await visitor.isAt('/register?for=ada%40example.com')
        await visitor.stayed()
      })
    }

    test('a form of a fetcher is a form', async ({ visitor }) => {
      const list = uniqueName()
      await visitor.open(`/notes/${list}`)
      await addNote(visitor, 'milk')
      await visitor.click('#note-1 button', 'Star')
      await visitor.reads('#note-1 .stars', '1 star')
      await visitor.isAt(`/notes/${list}${javaScript ? '' : '/star'}`)
      await visitor.stayed()
    })

    test('a login leads back to the page that asked for it', async ({ visitor }) => {
      await visitor.open('/')
      await visitor.click('nav a', 'Account')
      await visitor.isAt('/login?next=%2Faccount')
      await visitor.fill('[aria-label=Name]', 'Ada')
      await visitor.fill('[aria-label=Password]', 'open sesame')
      await visitor.click('button', 'Enter')
      await visitor.isAt('/account')
      await visitor.reads('#secret', 'The secret of Ada')
      await visitor.reads('#user', 'Signed in as Ada')
      await visitor.click('button', 'Log out')
      await visitor.isAt('/login')
      await visitor.reads('#user', 'Nobody is signed in')
      await visitor.stayed()
    })
  })
}

async function addNote(visitor: Visitor, title: string): Promise<void> {
  await visitor.fill('[aria-label="New note"]', title)
  await visitor.click('#add button')
  await visitor.reads('[role=status]', `Added ${title}`)
}

function titles(visitor: Visitor): Promise<string[]> {
  return visitor.texts('li[id^=note-] > span')
}
