import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eventually } from '../../../../src/internal/fixtures/eventually.fixture.ts'

export interface FoundMail {
  subject: string
  text: string
  /** The path and the query of the last link in it. */
  link: string
}

/** Returns the mails that a shop without a mail server has written for an address, the newest first. */
export async function readMails(directory: string, address: string): Promise<FoundMail[]> {
  const folder = join(directory, 'mail')
  const names = await readdir(folder).catch(() => []) // The first mail creates the folder.
  const texts = await Promise.all(
    names
      .sort()
      .reverse()
      .map((name) => readFile(join(folder, name), 'utf8')),
  )

  return texts
    .filter((text) => text.startsWith(`To: ${address}\n`))
    .map((text) => {
      const { pathname, search } = new URL(text.match(/http\S+/g)?.at(-1) ?? 'http://none')
      return { subject: /^Subject: (.*)$/m.exec(text)![1]!, text, link: pathname + search }
    })
}

/**
 * Waits for a mail, which a shop sends after its response, and returns the link in it.
 *
 * @param known Mails that were there before
 */
export function waitForLink(
  directory: string,
  address: string,
  path: string,
  known: readonly FoundMail[] = [],
): Promise<string> {
  return eventually(async () => {
    const isNew = ({ link }: FoundMail): boolean =>
      link.startsWith(path) && !known.some((other) => other.link === link)
    const [mail] = (await readMails(directory, address)).filter(isNew)
    if (mail === undefined) throw new Error(`There is no mail to ${address} with ${path} yet.`)
    return mail.link
  })
}
