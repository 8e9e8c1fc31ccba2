import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { dataDirectory } from './database.ts'

export interface Mail {
  to: string
  subject: string
  text: string
}

/** Sends a mail by the server of `SMTP_URL`. Without that variable, writes it to a file and prints the file's path. */
export async function sendMail({ to, subject, text }: Mail): Promise<void> {
  const url = process.env['SMTP_URL']
  if (!url) return writeMail(`To: ${to}\nSubject: ${subject}\n\n${text}\n`)

  const { createTransport } = await import('nodemailer')
  const from = process.env['MAIL_FROM'] ?? 'Quire Books <shop@example.com>'
  // As an object, an address is never read as a list of several.
  await createTransport(url).sendMail({ from, to: { name: '', address: to }, subject, text })
}

async function writeMail(text: string): Promise<void> {
  const folder = resolve(dataDirectory, 'mail')
  const file = join(folder, `${Date.now()}-${crypto.randomUUID()}.txt`)
  await mkdir(folder, { recursive: true })
  // The mail has a link that can set a password, so no other user of the machine may read it.
  await writeFile(file, text, { mode: 0o600 })
  console.log(`A mail is in ${file}`)
}
