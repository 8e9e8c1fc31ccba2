import { expectTypeOf } from 'vitest'

import {
  Accept,
  AcceptEncoding,
  CacheControl,
  ContentRange,
  ContentType,
  Cookie,
  IfMatch,
  IfRange,
  Range,
  SetCookie,
  Vary,
} from './index.ts'
import { type SameSite } from './set-cookie.ts'

const header = new Headers().get('X')

// Every class reads what `Headers#get` gives.
expectTypeOf(Accept.from(header)).toEqualTypeOf<Accept>()
expectTypeOf(AcceptEncoding.from(header)).toEqualTypeOf<AcceptEncoding>()
expectTypeOf(CacheControl.from(header)).toEqualTypeOf<CacheControl>()
expectTypeOf(ContentRange.from(header)).toEqualTypeOf<ContentRange>()
expectTypeOf(ContentType.from(header)).toEqualTypeOf<ContentType>()
expectTypeOf(Cookie.from(header)).toEqualTypeOf<Cookie>()
expectTypeOf(IfMatch.from(header)).toEqualTypeOf<IfMatch>()
expectTypeOf(IfRange.from(header)).toEqualTypeOf<IfRange>()
expectTypeOf(Range.from(header)).toEqualTypeOf<Range>()
expectTypeOf(SetCookie.from(header)).toEqualTypeOf<SetCookie>()
expectTypeOf(Vary.from(header)).toEqualTypeOf<Vary>()

// Every class copies its own kind.
expectTypeOf(Accept.from).toBeCallableWith(new Accept())
expectTypeOf(CacheControl.from).toBeCallableWith(new CacheControl())
expectTypeOf(ContentRange.from).toBeCallableWith(new ContentRange())
expectTypeOf(ContentType.from).toBeCallableWith(new ContentType())
expectTypeOf(Cookie.from).toBeCallableWith(new Cookie())
expectTypeOf(IfMatch.from).toBeCallableWith(new IfMatch())
expectTypeOf(Range.from).toBeCallableWith(new Range())
expectTypeOf(SetCookie.from).toBeCallableWith(new SetCookie(null))

// The preferred one is one of the candidates.
expectTypeOf(Accept.from(header).getPreferred(['text/html', 'application/json'])).toEqualTypeOf<
  'text/html' | 'application/json' | null
>()

expectTypeOf([...Accept.from(header)]).toEqualTypeOf<[value: string, weight: number][]>()
expectTypeOf(Cookie.from(header).get('a')).toEqualTypeOf<string | null>()
expectTypeOf(SetCookie.from(header).sameSite).toEqualTypeOf<SameSite | undefined>()
expectTypeOf(CacheControl.from(header).private).toEqualTypeOf<boolean | string[]>()

// @ts-expect-error a name is needed
SetCookie.from({ value: 'x' })
// @ts-expect-error no such policy
SetCookie.from({ name: 'x', sameSite: 'loose' })
// @ts-expect-error no such directive
CacheControl.from({ maxage: 5 })
// @ts-expect-error a weight is a number
Accept.from({ 'text/html': '1' })
