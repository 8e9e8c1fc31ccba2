import type { Failure } from '../../router/contract/index.ts'
import {
  allProperties,
  explainMissing,
  joinContracts,
  namesWithoutField,
  readContract,
  readFields,
  readInput,
  readMessages,
  refuseBody,
  type Input,
  type InputResult,
  type InputSource,
  type ReadContract,
} from '../../router/contract/shared.ts'
import { readForm, translateFailure } from '../../router/fetch-router/shared.ts'
import { countLimits } from '../../http/form-data-parser/shared.ts'
import { bodyOf, type RequestBody } from '../../internal/exchange/request-body.ts'
import { parsePairs } from '../../internal/text/parse-pairs.ts'
import { stripIndexParam } from '../page-protocol/index-param.ts'
import type { PageMatch } from '../page-protocol/match-pages.ts'
import type { RouteModule } from '../react/shared.ts'
import type { Invalid } from '../../http/response/index.ts'
import {
  isResourceModule,
  requestFor,
  type PageContract,
  type PageRequest,
  type PagesApp,
} from './page-request.ts'
import { warnDeveloper } from './report.ts'

/**
 * Returns the contracts of a branch, or `undefined` if it has none.
 *
 * @throws {TypeError} If a contract cannot be used
 */
export function readContracts(
  app: PagesApp,
  matches: readonly PageMatch[],
  modules: readonly RouteModule[],
): PageRequest['contracts'] {
  const { contracts } = app.build
  if (contracts === undefined && modules.every(({ contract }) => contract === undefined)) {
    return undefined
  }

  const read = matches.map(({ id }, i) => readPageContract(app, id, modules[i]!))
  // Without a page, only the root matches, and it does not have the params of its pages.
  if (matches.length > 1) warnOfParams(app.build, matches.at(-1)!, read.at(-1))
  return read
}

/** Warns of a param in a contract that the path of the page does not have. No request can send it. */
function warnOfParams(
  build: PagesApp['build'],
  { id, params }: PageMatch,
  contract: PageContract | undefined,
): void {
  const object = contract?.all.parts.find(({ name }) => name === 'params')?.shape?.object
  const unknown =
    build.dev && object && allProperties(object).find(({ key }) => !Object.hasOwn(params, key))
  if (!unknown) return

  const names = Object.keys(params)
  const known = names.length === 0 ? 'no params.' : `"${names.join('", "')}". Use its names.`
  warnDeveloper(
    build,
    `The contract of route "${id}" has the param "${unknown.key}", which is never there: its path has ${known}`,
  )
}

/** Reads the contract of one route. It is kept until the module is another one, as in development. */
export function readPageContract(
  { build, contracts }: Pick<PagesApp, 'build' | 'contracts'>,
  id: string,
  module: RouteModule,
): PageContract | undefined {
  const ofRoute = build.contracts?.[id]
  if (module.contract === undefined && ofRoute === undefined) return undefined
  const known = contracts.get(id)
  if (known?.module === module) return known

  const where = `route "${id}"`
  const all = readContract(joinContracts(module.contract, ofRoute, id), where)
  for (const { name, shape } of all.parts) {
    const isConverted = name !== 'body' || all.accepts.includes('form')
    if (shape === null && isConverted) warnDeveloper(build, explainMissing(name, where))
  }
  const withoutBody = { ...all, parts: all.parts.filter(({ name }) => name !== 'body') }
  const fields = module.default && readFields(all, id)
  const contract: PageContract = { module, all, withoutBody, fields, isAsked: !fields }
  contracts.set(id, contract)

  return contract
}

/** How long the first request for a page waits for the messages of asynchronous schemas, in milliseconds. */
const maxWait = 1_000

/** Adds the messages of the schemas to the fields of a branch, once. Returns a promise if a schema is asynchronous. */
export function askContracts(
  { branches }: Pick<PagesApp, 'branches'>,
  contracts: PageRequest['contracts'],
): Promise<void> | undefined {
  const asking: Promise<void>[] = []
  for (const contract of contracts ?? []) {
    if (contract === undefined || contract.isAsked) continue
    contract.isAsked = true
    const fields = readMessages(contract.all, contract.fields!)
    if (!(fields instanceof Promise)) {
      contract.fields = fields
      continue
    }
    const use = (found: PageContract['fields']): void => {
      contract.fields = found
      // Other requests may have cached the fields without messages.
      branches.clear()
    }
    asking.push(fields.then(use))
  }
  if (asking.length === 0) return undefined

  return new Promise((resolve) => {
    const timer = setTimeout(resolve, maxWait)
    void Promise.all(asking).then(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}

/** The input of a handler, or the failure because of which it must not run. */
type PageInput =
  | {
      readonly input: Input
      readonly failure?: undefined
      /** Creates the failure if the action refuses the body. */
      refuse(invalid: Invalid): Failure
    }
  | { readonly input?: undefined; readonly failure: Failure }

/** The input of a handler without a contract. */
const noInput: Input = Object.freeze({})
const noContract: ReadContract = { parts: [], accepts: [], returns: new Map() }

/**
 * Reads the input of the loader or the action of a match. The body of its request stays readable.
 *
 * @throws {RequestError} If a part cannot be read at all. A page shows its boundary instead
 */
export function readPageInput(
  page: PageRequest,
  index: number,
  kind: 'loader' | 'action',
): PageInput | Promise<PageInput> {
  const contract = page.contracts?.[index]
  // An OPTIONS request, such as a preflight, has no input.
  const read =
    contract === undefined || page.method === 'OPTIONS'
      ? noContract
      : kind === 'action'
        ? contract.all
        : contract.withoutBody
  if (read.parts.length === 0) return accept(page, index, read, noInput, undefined)

  const source = new PageSource(page, index, kind)
  // An old link to a page must open, even if its query does not fit. A program that calls a resource must notice its
  // mistake.
  const isLenient = !isResourceModule(page.modules[index]!)
  // The boundary of a page shows the failure. A program gets the refusal of the router.
  const refusesUnreadable = !isLenient && page.dataRequest === undefined
  const use = (result: InputResult): PageInput => {
    page.context.throwIfAborted()
    return result.failure
      ? { failure: translateFailure(page.context, result.failure) }
      : accept(page, index, read, result.input, result.body)
  }
  const result = readInput(read, source, { isLenient, refusesUnreadable })
  return result instanceof Promise ? result.then(use) : use(result)
}

/** Reads the search of a page as its loader gets it, without the rest of the request. Returns `undefined` if it does not fit. */
export async function readPageSearch(
  { all }: PageContract,
  module: RouteModule,
  searchParams: URLSearchParams,
): Promise<unknown> {
  const parts = all.parts.filter(({ name }) => name === 'search')
  if (parts.length === 0) return noInput

  const source: InputSource = { ...emptySource, searchParams }
  const isLenient = !isResourceModule(module)
  const options = { isLenient, refusesUnreadable: true }
  const result = await readInput({ ...all, parts }, source, options)
  return result.failure ? undefined : result.input.search
}

/** A request that has nothing but its search. */
const emptySource = {
  params: {},
  contentType: null,
  text: () => Promise.resolve(''),
  form: () => Promise.resolve(new FormData()),
} satisfies Omit<InputSource, 'searchParams'>

function accept(
  { build, context, matches }: PageRequest,
  index: number,
  read: ReadContract,
  input: Input,
  body: Parameters<typeof refuseBody>[1],
): PageInput {
  const refuse = ({ errors }: Invalid): Failure => {
    for (const name of build.dev ? namesWithoutField(read, Object.keys(errors)) : []) {
      warnDeveloper(
        build,
        `The action of route "${matches[index]!.id}" called invalid() with the name "${name}", but the body of its contract has no such field. The message shows above the form. With invalid<typeof contract>(), such a name does not compile.`,
      )
    }
    return translateFailure(context, refuseBody(read, body, errors))
  }

  return { input, failure: undefined, refuse }
}

class PageSource implements InputSource {
  readonly params: InputSource['params']
  readonly #page: PageRequest
  readonly #kind: 'loader' | 'action'
  readonly #id: string

  constructor(page: PageRequest, index: number, kind: 'loader' | 'action') {
    const { id, params } = page.matches[index]!
    this.params = params
    this.#page = page
    this.#kind = kind
    this.#id = id
  }

  get searchParams(): URLSearchParams {
    return parsePairs(stripIndexParam(this.#page.context.url.search).slice(1))
  }

  get contentType(): string | null {
    return this.#request.headers.get('Content-Type')
  }

  text(): Promise<string> {
    return this.#readableBody().text()
  }

  form(multipart: Parameters<InputSource['form']>[0]): ReturnType<InputSource['form']> {
    const body = this.#readableBody()
    return body.keptForm(this.#request.headers, countLimits) ?? readForm(body, multipart)
  }

  get #request(): Request {
    return requestFor(this.#page, this.#kind)
  }

  #readableBody(): RequestBody {
    const body = bodyOf(this.#request)!
    body.assertReadable(`route "${this.#id}"`)
    return body
  }
}
