import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { renderMails } from './mail-page.ts'

let root: string
beforeEach(async () => (root = await mkdtemp(join(tmpdir(), 'mail-'))))
afterEach(() => rm(root, { recursive: true, force: true }))

async function write(name: string, text: string, seconds: number): Promise<void> {
  await mkdir(join(root, 'mail'), { recursive: true })
  await writeFile(join(root, 'mail', name), text)
  await utimes(join(root, 'mail', name), seconds, seconds)
}

describe('the page of mails', () => {
  it('says where it looks if there is no mail yet', async () => {
    expect(await renderMails(root, 'mail')).toContain('<code>mail</code>')
  })

  it('shows the newest mail first, with links that can be clicked', async () => {
    await write('1.txt', 'To: ada@example.com\nSubject: Old\n\nHello\n', 100)
    const link = 'http://localhost:3000/login?token=a&b=c'
    await write('2.txt', `To: bo@example.com\nSubject: New\n\nOpen ${link}.\n\nBye\n`, 200)
    const page = await renderMails(root, 'mail')
    expect(page.indexOf('<h2>New</h2>')).toBeLessThan(page.indexOf('<h2>Old</h2>'))
    expect(page).toContain(
      '<a href="http://localhost:3000/login?token=a&amp;b=c" rel="noreferrer">',
    )
    expect(page).toContain('</a>.\n\nBye')
  })

  it('shows HTML in a mail as text, and no other files', async () => {
    await write('1.txt', 'Subject: <b>x</b>\n\n<script>alert(1)</script>\n', 100)
    await write('secret.key', 'not a mail', 100)
    const page = await renderMails(root, 'mail')
    expect(page).toContain('&lt;script&gt;')
    expect(page).not.toContain('<script')
    expect(page).not.toContain('not a mail')
  })
})
