import type { Failure } from '../contract/index.ts'
import { shownErrors } from '../contract/shared.ts'
import { pathOf } from '../fetch-router/shared.ts'
import { runOf } from '../internal/anonymous-run.ts'
import { escapeJson } from '../internal/escape-json.ts'
import { serializeError, type SerializedError } from '../page-protocol/errors.ts'
import type { FormFailure } from '../page-protocol/form-failure.ts'
import type { DeferredValues } from './deferred.ts'
import type { LoadedPage } from './loaded-page.ts'
import type { Branch, PageRequest } from './page-request.ts'

/** Writes the state of the page as JSON for a script element. Data that is already JSON text is not serialized again. */
export function createHandoff(
  { build, context, deferred, isUnloaded, matches }: PageRequest,
  branch: Branch,
  { loaders, action, shown }: LoadedPage,
  { once, visitor }: { once: string | undefined; visitor: string | null | undefined },
): string {
  let text = `${branch.handoff},"params":${JSON.stringify(matches[0]!.params)},"matches":[`
  matches.forEach(({ pathname }, i) => {
    text += `${i === 0 ? '' : ','}${branch.matches[i]!}${JSON.stringify(pathname)}}`
  })
  text += '],"loaderData":{'
  let separator = ''
  for (const [id, result] of loaders) {
    if (result.type !== 'data') continue
    text += `${separator}${JSON.stringify(id)}:${result.json}`
    separator = ','
  }
  text += '}'
  if (action?.result.type === 'data') {
    text += `,"actionData":{${JSON.stringify(action.id)}:${action.result.json}}`
  }
  if (action?.result.type === 'invalid') {
    text += `,"invalid":${JSON.stringify({ [action.id]: shownFailure(action.result.failure) })}`
  }
  text +=
    writeDeclared(loaders, 'reads') +
    writeDeclared(loaders, 'query') +
    writeDeclared(loaders, 'live')
  if (deferred.all.length > 0) {
    text += writeDeferred(deferred, shown ? shown.boundary : matches.length)
  }
  if (isUnloaded) text += ',"isUnloaded":true'
  if (once !== undefined) text += `,"once":"${once}"`
  if (visitor !== undefined) text += `,"visitor":${JSON.stringify(visitor)}`
  // Visitors with another query may get this document.
  if (runOf(context)) text += `,"search":${JSON.stringify(pathOf(context).search)}`
  if (shown) {
    const error: SerializedError = serializeError(shown.error, build.dev !== undefined)
    text += `,"errors":${JSON.stringify({ [matches[shown.boundary]!.id]: error })}`
  }

  return escapeJson(`${text}}`)
}

/** What the browser gets to know about a form that was refused. */
export function shownFailure(failure: Failure): FormFailure {
  const { focus, form, values } = failure

  return {
    ...(form !== undefined && { form }),
    errors: shownErrors(failure),
    ...(values && { values }),
    ...(focus && { focus }),
  }
}

/** Writes what the routes of a page declare about their loaders, by route id. */
function writeDeclared(loaders: LoadedPage['loaders'], name: 'reads' | 'query' | 'live'): string {
  let entries = ''
  for (const [id, result] of loaders) {
    const value = result.type === 'data' ? result[name] : undefined
    if (value) entries += `${entries && ','}${JSON.stringify(id)}:${JSON.stringify(value)}`
  }
  return entries && `,"${name}":{${entries}}`
}

/** Writes which members come later, by route id, and what has settled. */
function writeDeferred({ all }: DeferredValues, last: number): string {
  const names = Object.create(null) as Record<string, string[]>
  for (const { index, name, routeId } of all) {
    if (index <= last) (names[routeId] ??= []).push(name)
  }
  const settled = all.filter(({ index, line }) => index <= last && line !== undefined)
  for (const value of settled) value.isSent = true

  const late = settled.length > 0 ? `,"late":[${settled.map(({ line }) => line).join()}]` : ''
  return Object.keys(names).length > 0 ? `,"later":${JSON.stringify(names)}${late}` : ''
}
