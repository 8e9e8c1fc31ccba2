import { expectTypeOf } from 'vitest'

import { data, json, redirect, type DataWithInit, type TypedResponse } from './index.ts'
import type { JsonOf } from './json-of.ts'

expectTypeOf(json({ id: 1 })).toEqualTypeOf<TypedResponse<{ id: number }, 200>>()
expectTypeOf(json({ id: 1 }, 201)).toEqualTypeOf<TypedResponse<{ id: number }, 201>>()
expectTypeOf(json('x', { status: 404 })).toEqualTypeOf<TypedResponse<string, 404>>()
expectTypeOf(json('x', { headers: {} })).toEqualTypeOf<TypedResponse<string, 200>>()
declare const status: number
expectTypeOf(json('x', status)).toEqualTypeOf<TypedResponse<string>>()
expectTypeOf(json({ id: 1 })).toExtend<Response>()
expectTypeOf(json({ id: 1 }).json()).resolves.toEqualTypeOf<{ id: number }>()
expectTypeOf(redirect('/')).toEqualTypeOf<TypedResponse<never>>()
expectTypeOf(data({ id: 1 }, 201)).toEqualTypeOf<DataWithInit<{ id: number }>>()

declare const plain: Response
const either = (isPlain: boolean) => (isPlain ? plain : json({ id: 1 }))
expectTypeOf(either(true)).toEqualTypeOf<Response | TypedResponse<{ id: number }, 200>>()

// A list can contain its own type, as the values of forms in libraries do.
type Nested = string | Nested[] | { [name: string]: Nested }
declare const nested: JsonOf<Nested>
expectTypeOf(nested).toExtend<Nested>()
expectTypeOf<JsonOf<readonly Date[]>>().toEqualTypeOf<string[]>()
expectTypeOf<JsonOf<[Date, ...Date[]]>>().toEqualTypeOf<[string, ...string[]]>()
