import type { Schema } from '../../../contract/index.ts'
import { validate } from '../../../contract/shared.ts'
import { isPlainObject } from '../../../internal/is-plain-object.ts'
import { isConverted } from './input.ts'
import type { Check, Finding } from './check.ts'

/** A response fits what its contract says that it returns. */
export const returns: Check = {
  name: 'returns',
  title: 'A response must fit the `returns` of its contract',
  advice:
    'Return what the contract says, or change the contract: the OpenAPI document and the client believe it. Leave out members that it does not name, because they may be secrets.',
  limit: 3,

  async judge({ planned, sent, contracts }) {
    const { starts, status, text, isWhole } = sent
    const start = starts.findLast(({ kind }) => kind === 'route')
    const declared = start && contracts.get(start.contract ?? start.route)?.contract.returns
    if (!declared?.size || planned.attack.method === 'HEAD' || !isWhole) return undefined
    const schema = declared.get(status)
    if (schema === undefined) {
      const isSuccess = status >= 200 && status < 300
      const says = `got a ${status}, which \`returns\` does not name`
      return isSuccess ? { says, cause: says } : undefined
    }
    const misfit = await misfitOf(schema, text, status)
    // Routes that differ from their contracts in other ways are other faults.
    return misfit && { ...misfit, cause: misfit.says }
  },
}

async function misfitOf(
  schema: Schema,
  text: string,
  status: number,
): Promise<Finding | undefined> {
  const value = parseJson(text)
  if (value === notJson) {
    return {
      says: `got a ${status} with a body that is not JSON, although \`returns\` has a schema for it`,
    }
  }
  const result = await validate(schema, value, `schema for status ${status}`)
  const [issue] = result.issues ?? []
  if (issue !== undefined) {
    const path = (issue.path ?? []).map((key) => String(typeof key === 'object' ? key.key : key))
    const name = path.filter((key) => !/^\d+$/.test(key)).join('.') || 'the value'
    return {
      says: `got a ${status} whose body does not fit \`returns\`: ${name}: ${issue.message}`,
    }
  }
  const extra = 'value' in result && !isConverted(schema) && undeclared(value, result.value)
  return extra
    ? { says: `got a ${status} with the member "${extra}", which \`returns\` does not name` }
    : undefined
}

const notJson: unique symbol = Symbol('not JSON')

/** An empty body is `undefined`: a schema for status 204 can say so. */
function parseJson(text: string): unknown {
  try {
    return text === '' ? undefined : (JSON.parse(text) as unknown)
  } catch {
    return notJson
  }
}

/** Finds a member that the schema has removed. */
function undeclared(sent: unknown, kept: unknown): string | undefined {
  if (Array.isArray(sent) && Array.isArray(kept)) {
    for (const [i, item] of sent.entries()) {
      const name = undeclared(item, kept[i])
      if (name !== undefined) return name
    }
    return undefined
  }
  if (!isPlainObject(sent) || !isPlainObject(kept)) return undefined
  for (const [name, value] of Object.entries(sent)) {
    if (!Object.hasOwn(kept, name)) return name
    const inner = undeclared(value, kept[name as never])
    if (inner !== undefined) return `${name}.${inner}`
  }
  return undefined
}
