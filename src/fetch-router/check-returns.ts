import type { Schema } from '../contract/index.ts'
import { validate } from '../contract/shared.ts'
import { turnOnChecks } from '../internal/global-keys.ts'
import { isResponse } from '../internal/exchange/is-fetch-object.ts'

/** Makes routers check their responses, unless the app sets `checkReturns`. */
export function checkReturnsByDefault(router: object): void {
  ;(router as { [turnOnChecks]?: () => void })[turnOnChecks]?.()
}

/**
 * Checks a response against the schema of its status. Everything that it sends has to be declared, because a typed client
 * believes the schema.
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
  if (!isResponse(response) || isOfProtocol(response)) return response

  const { status } = response
  const what = `Cannot send the response of ${where} with status ${status}`
  const schema = returns.get(status)
  if (schema === undefined) {
    const declared = Array.from(returns.keys()).join(', ')
    throw new Error(
      `${what}: \`returns\` has no schema for this status. It has ${declared}. Add the status to it.`,
    )
  }

  const sent = await readJson(response.clone(), what)
  const checked = await validate(schema, sent, `schema for status ${status} of ${where}`)
  const list = checked.issues
    ? checked.issues.map(({ message, path = [] }) => {
        const keys = path.map((key) => String(typeof key === 'object' ? key.key : key))
        return `${keys.join('.') || 'the value'}: ${message}`
      })
    : listDifferences(sent, toJson(checked.value), '')
  if (list.length === 0) return response

  throw new Error(
    `${what}: it does not fit the schema in \`returns\`. ${list.slice(0, 10).join('; ')}`,
  )
}

/** Whether a response is one that any route may send: that nothing has changed, or what is wrong with the request. */
function isOfProtocol({ headers, status }: Response): boolean {
  return status === 304 || headers.get('Content-Type') === 'application/problem+json'
}

/** The value that a client would get from JSON. */
function toJson(value: unknown): unknown {
  const text = JSON.stringify(value) as string | undefined
  return text === undefined ? undefined : JSON.parse(text)
}

/** Returns where a value is of another shape than the one that the schema makes of it. */
function listDifferences(sent: unknown, declared: unknown, path: string): string[] {
  const name = path || 'the value'
  if (sent === undefined) return declared === undefined ? [] : [`${name}: it is missing`]
  if (declared === undefined) return [`${name}: it is not declared`]
  if (kindOf(sent) !== kindOf(declared)) {
    return [`${name}: it is ${kindOf(sent)}, and the schema turns it into ${kindOf(declared)}`]
  }
  if (typeof sent !== 'object' || sent === null) return []

  const own = sent as Record<string, unknown>
  const others = declared as Record<string, unknown>
  return Array.from(new Set([...Object.keys(own), ...Object.keys(others)])).flatMap((key) =>
    listDifferences(own[key], others[key], path === '' ? key : `${path}.${key}`),
  )
}

function kindOf(value: unknown): string {
  return value === null
    ? 'null'
    : Array.isArray(value)
      ? 'an array'
      : `${typeof value === 'object' ? 'an' : 'a'} ${typeof value}`
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
