/**
 * The params that a pattern captures: `Params<'/books/:slug(.:format)'>` is
 * `{ slug: string; format: string | undefined }`, and `Params<'/about'>` is `{}`.
 */
export type Params<Source extends string> = string extends Source
  ? { [name: string]: string | undefined }
  : Source extends Unusual
    ? UnusualParams<PlainSource<Source>>
    : { [Name in VariableName<Source>]: string }

/**
 * The arguments of `href` for a pattern. `HrefArgs<'/books/:slug'>` is
 * `[params: { slug: string | number }, options?: HrefOptions]`. Other keys are allowed and ignored.
 */
export type HrefArgs<Source extends string> = string extends Source
  ? [params?: HrefParams | null | undefined, options?: HrefOptions]
  : Source extends Unusual
    ? UnusualHrefArgs<Source, PlainSource<Source>>
    : [VariableName<Source>] extends [never]
      ? [params?: HrefParams | null | undefined, options?: HrefOptions]
      : [
          params: { [Name in VariableName<Source>]: string | number } & HrefParams,
          options?: HrefOptions,
        ]

/** Other values that can be passed to `href`. It ignores them. */
export interface HrefParams {
  readonly [name: string]: unknown
}

/** The type of the argument if `href` cannot create a URL from the pattern. The compiler shows the reason. */
export interface NoHref<Reason extends string> {
  readonly 'cannot make a URL from this pattern': Reason
}

/** Patterns that need the slow types. Most patterns have only text and variables. */
type Unusual = `${string}${'(' | '*' | '\\' | '?' | '://'}${string}`

/** `/users/:id/:file.:ext` has the names `'id' | 'file' | 'ext'`. */
type VariableName<Source extends string> = Source extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Tail}`
    ? NameBeforeDot<Name> | VariableName<Tail>
    : NameBeforeDot<Rest>
  : never

type NameBeforeDot<Text extends string> = Text extends `${infer Name}.${infer Rest}`
  ? Name | VariableName<Rest>
  : Text

/** The same captures without escapes, search and protocol. */
type PlainSource<Source extends string> = WithoutProtocol<WithoutSearch<WithoutEscapes<Source>>>

type WithoutEscapes<Source extends string> = Source extends `${infer Head}\\${infer Tail}`
  ? Tail extends `${string}${infer Rest}`
    ? `${Head}.${WithoutEscapes<Rest>}`
    : Head
  : Source

type WithoutSearch<Source extends string> = Source extends `${infer Path}?${string}` ? Path : Source

/** Also removes a host that is just `*`: it means any host, as if there were none. */
type WithoutProtocol<Source extends string> = Source extends `${string}://${infer Rest}`
  ? Rest extends `*${infer Path extends '' | `${'/' | ':'}${string}`}`
    ? Path
    : Rest
  : Source

type UnusualParams<Plain extends string> = {
  [
    Name in CaptureName<WithoutParens<Plain>> as Name extends '' ? never : Name
  ]: Name extends CaptureName<WithoutOptionals<Plain>> ? string : string | undefined
}

type CaptureName<Source extends string> =
  | NameBeforePort<VariableName<Source>>
  | (Source extends `${string}*${infer Rest}` ? WildcardName<Rest> : never)

/** Removes a port, which looks like a variable or like the end of one. */
type NameBeforePort<Name extends string> = Name extends `${number}`
  ? never
  : Name extends `${infer Before}:${number}`
    ? Before
    : Name

type WildcardName<Rest extends string> =
  | Identifier<Rest>
  | (Rest extends `${string}*${infer Next}` ? WildcardName<Next> : never)

type Identifier<
  Text extends string,
  Read extends string = '',
> = Text extends `${infer First}${infer Rest}`
  ? IdentifierCharacters extends `${string}${Uppercase<First>}${string}`
    ? Identifier<Rest, `${Read}${First}`>
    : Read
  : Read

type IdentifierCharacters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ_$0123456789'

/** `/a(/:b)` with the optional written out: `/a/:b`. */
type WithoutParens<Source extends string> = Source extends `${infer Head}(${infer Tail}`
  ? `${WithoutClosing<Head>}${WithoutParens<Tail>}`
  : WithoutClosing<Source>

type WithoutClosing<Source extends string> = Source extends `${infer Head})${infer Tail}`
  ? `${Head}${WithoutClosing<Tail>}`
  : Source

/** `/a(/:b)` with the optional left out: `/a`. Removes the innermost one first. */
type WithoutOptionals<Source extends string> = Source extends `${infer Head})${infer Tail}`
  ? WithoutOptionals<`${BeforeLastParen<Head>}${Tail}`>
  : Source

type BeforeLastParen<Source extends string> = Source extends `${infer Head}(${infer Tail}`
  ? Tail extends `${string}(${string}`
    ? `${Head}(${BeforeLastParen<Tail>}`
    : Head
  : Source

type UnusualHrefArgs<Source extends string, Plain extends string> = Source extends HasNoHost
  ? [params: NoHref<'it has a protocol or a port, but no hostname'>]
  : '' extends CaptureName<WithoutOptionals<Plain>>
    ? [params: NoHref<'it has a wildcard without a name'>]
    : [CaptureName<WithoutOptionals<Plain>>] extends [never]
      ? [params?: UnusualHrefParams<Plain, never> | null | undefined, options?: HrefOptions]
      : [
          params: UnusualHrefParams<Plain, CaptureName<WithoutOptionals<Plain>>>,
          options?: HrefOptions,
        ]

type HasNoHost =
  | `${'http' | 'https' | 'http(s)'}://${'' | '*'}${'' | `${'/' | '?'}${string}`}`
  | `${string}://*:${number}${'' | `${'/' | '?'}${string}`}`

type UnusualHrefParams<Plain extends string, Required extends string> = {
  [Name in Required]: string | number
} & {
  [Name in Exclude<CaptureName<WithoutParens<Plain>>, Required | ''>]?:
    | string
    | number
    | null
    | undefined
} & HrefParams

/** Options of `createHref` and `route.href`. */
export interface HrefOptions {
  /**
   * Search params to add. A `URLSearchParams` keeps its order and its duplicates. Values that are `null` or `undefined`
   * are omitted.
   */
  searchParams?:
    | URLSearchParams
    | { readonly [name: string]: SearchParamValue | readonly SearchParamValue[] }
  /** An absolute URL. If the target has the same origin, the result is relative to it, such as `../users/1`. */
  baseURL?: string | URL
}

/** A value in {@link HrefOptions.searchParams}. */
export type SearchParamValue = string | number | null | undefined
