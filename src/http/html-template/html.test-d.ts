import { expectTypeOf } from 'vitest'

import { html, isSafeHtml, type SafeHtml } from './index.ts'

expectTypeOf(html`x`).toEqualTypeOf<SafeHtml>()
expectTypeOf(html.raw`x`).toEqualTypeOf<SafeHtml>()
expectTypeOf<SafeHtml>().toExtend<InstanceType<typeof String>>()
expectTypeOf<string>().not.toExtend<SafeHtml>()
expectTypeOf<InstanceType<typeof String>>().not.toExtend<SafeHtml>()

function body(value: string | SafeHtml): string {
  if (isSafeHtml(value)) expectTypeOf(value).toEqualTypeOf<SafeHtml>()
  else expectTypeOf(value).toEqualTypeOf<string>()
  return String(value)
}
expectTypeOf(body).returns.toEqualTypeOf<string>()

// @ts-expect-error html is a template tag
html('<p></p>')
