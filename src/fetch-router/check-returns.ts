import type { Schema } from '../contract/index.ts'
import { validate } from '../contract/shared.ts'
import { isResponse } from './is-response.ts'

/** A global symbol, because a dev server and the app that it loads have different copies of this module. */
export const turnOnChecks: unique symbol = Symbol.for('framework.checkReturns')

/** Makes routers check their responses, unless the app sets `checkReturns`. */
export function checkReturnsByDefault(router: object): void {
  ;(router as { [turnOnChecks]?: () => void })[turnOnChecks]?.()
}

/**
 * Checks a response against the schema of its status. A status without a schema is not checked.
 *
 * @returns The response
 * @throws {Error} If the response does not fit, which is a mistake of the handler
 */
export async function checkReturns(
  result: unknown,
  returns: ReadonlyMap<number, Schema>,
  where: string,
): Promise<unknown> {
  const response = await result
  const schema = isResponse(response) ? returns.get(response.status) : undefined
  if (!isResponse(response) || schema === undefined) return response

  const what = `Cannot send the response of ${where} with status ${response.status}`
  const { issues } = await validate(
    schema,
    await readJson(response.clone(), what),
    `schema for status ${response.status} of ${where}`,
  )
  if (!issues) return response

  const list = issues.slice(0, 10).map(({ message, path = [] }) => {
    const keys = path.map((key) => String(typeof key === 'object' ? key.key : key))
    return `${keys.join('.') || 'the value'}: ${message}`
  })
  throw new Error(`${what}: it does not fit the schema in \`returns\`. ${list.join('; ')}`)
}

/** An empty body is `undefined`, as for requests: a schema for status 204 can say so. */
async function readJson(response: Response, what: string): Promise<unknown> {
  const text = await response.text()
  try {
    return text === '' ? undefined : (JSON.parse(text) as unknown)
  } catch (cause) {
    throw new Error(`${what}: its body is not JSON, and \`returns\` has a schema for it`, { cause })
  }
}
