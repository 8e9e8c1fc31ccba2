import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

// Imported under another name, because the formatter rewrites templates after the word html, and these tests are about
// every quote and space.
import { html as tag, isSafeHtml } from './index.ts'
import { readHtml } from './read-html.fixture.ts'

describe('html', () => {
  it('escapes what is interpolated into text', () => {
    expect(String(tag`<p>${'<b> & "x" \'y\' `z`'}</p>`)).toBe(
      '<p>&lt;b&gt; &amp; &quot;x&quot; &#39;y&#39; &#96;z&#96;</p>',
    )
  })

  it('escapes what is interpolated into quoted attributes', () => {
    const value = `"><script>alert(1)</script>' onclick='x`
    expect(readHtml(String(tag`<a title="${value}" class='${value}'>x</a>`)).tags).toEqual([
      {
        name: 'a',
        attributes: [
          ['title', value],
          ['class', value],
        ],
      },
      { name: '/a', attributes: [] },
    ])
  })

  it('prints numbers, booleans and whatever can be a string', () => {
    expect(String(tag`${0}|${1.5}|${10n}|${true}|${false}|${NaN}`)).toBe('0|1.5|10|true|false|NaN')
    expect(String(tag`${new URL('http://a/?b&c')}`)).toBe('http://a/?b&amp;c')
    expect(String(tag`${{ toString: () => '<i>' }}`)).toBe('&lt;i&gt;')
    expect(String(tag`${new String('<i>')}`)).toBe('&lt;i&gt;')
    expect(String(tag`${Symbol('<i>')}`)).toBe('Symbol(&lt;i&gt;)')
  })

  it('prints nothing for null and undefined', () => {
    expect(String(tag`<p>${null}${undefined}</p>`)).toBe('<p></p>')
  })

  it('joins arrays, at any depth, without a separator', () => {
    expect(String(tag`<p>${['a', ['<', [tag`<b>x</b>`, null]], 1]}</p>`)).toBe(
      '<p>a&lt;<b>x</b>1</p>',
    )
    expect(String(tag`<p class="${['a ', '"']}"></p>`)).toBe('<p class="a &quot;"></p>')
  })

  it('inserts what html and html.raw made as it is', () => {
    const item = tag`<li>${'&'}</li>`
    expect(String(tag`<ul>${item}${[item]}</ul>`)).toBe('<ul><li>&amp;</li><li>&amp;</li></ul>')
    expect(String(tag`<p>${tag.raw`${'<b>x</b>'}`}</p>`)).toBe('<p><b>x</b></p>')
  })

  it('gives a String object that isSafeHtml knows', () => {
    const safe = tag`<p></p>`
    expect(safe).toBeInstanceOf(String)
    expect(isSafeHtml(safe)).toBe(true)
    expect(isSafeHtml(tag.raw`x`)).toBe(true)
    expect(safe.length).toBe(7)
    expect(`${safe}!`).toBe('<p></p>!')
    expect(JSON.stringify({ safe })).toBe('{"safe":"<p></p>"}')
  })

  it('considers nothing else safe', () => {
    expect(isSafeHtml('<p></p>')).toBe(false)
    expect(isSafeHtml(new String('<p></p>'))).toBe(false)
    expect(isSafeHtml(Object.create(tag`x`))).toBe(false)
    expect(isSafeHtml(JSON.parse(JSON.stringify(tag`x`)))).toBe(false)
    expect(isSafeHtml({ ...tag`x` })).toBe(false)
    expect(isSafeHtml(null)).toBe(false)
    expect(isSafeHtml(undefined)).toBe(false)
  })

  it('uses the cooked text of the template', () => {
    expect(String(tag`<p>\u0041\n</p>`)).toBe('<p>A\n</p>')
    expect(String(tag.raw`\u0041`)).toBe('A')
  })

  it('must be used as a template tag', () => {
    const call = tag as unknown as (text: unknown) => unknown
    const callRaw = tag.raw as unknown as (text: unknown) => unknown
    expect(() => call('<p>')).toThrow(
      new TypeError(
        'Cannot call html with "<p>": it is a template tag. Write html`…`, without parentheses.',
      ),
    )
    expect(() => call(['<p>'])).toThrow('Cannot call html with ["<p>"]')
    expect(() => call(undefined)).toThrow('Cannot call html with undefined')
    expect(() => callRaw('<p>')).toThrow('Cannot call html.raw with "<p>": it is a template tag')
  })

  it('refuses a template with a broken escape sequence', () => {
    expect(() => tag`\u`).toThrow('invalid escape sequence')
    expect(() => tag.raw`\u`).toThrow('invalid escape sequence')
  })

  it('gives the same each time a template is used', () => {
    const render = (text: string) => String(tag`<a title="${text}">${text}</a>`)
    expect(render('1')).toBe('<a title="1">1</a>')
    expect(render('"')).toBe('<a title="&quot;">&quot;</a>')
    expect(render('1')).toBe('<a title="1">1</a>')
  })
})

describe('html.raw', () => {
  it('escapes and checks nothing, and prints nothing for null and undefined', () => {
    const text = '<b onclick=x>'
    expect(String(tag.raw`<a href=${text}>${[text, [null, 1]]}${undefined}${false}`)).toBe(
      '<a href=<b onclick=x>><b onclick=x>1false',
    )
  })
})

describe('html, where escaping is not enough', () => {
  const x = 'x'

  it('refuses any value in an unquoted attribute, and names it', () => {
    expect(() => tag`<a href=${x}>`).toThrow(
      'Cannot interpolate into the unquoted attribute "href" of <a>: put quotes around it, as in href="${…}"',
    )
    expect(() => tag`<A HREF = ${x}>`).toThrow('unquoted attribute "href" of <a>')
    expect(() => tag`<a href=/b/${x}>`).toThrow('unquoted attribute "href"')
    expect(() => tag`<a b="c" d=e${x}>`).toThrow('unquoted attribute "d"')
    expect(() => tag`<a href=${tag`x`}>`).toThrow('unquoted attribute')
    expect(() => tag`<a href=${null}>`).toThrow('unquoted attribute')
    expect(() => tag`<a href=${1}>`).toThrow('unquoted attribute')
    expect(() => tag`<a b='"' href=${x}>`).toThrow('unquoted attribute')
    expect(() => tag`</a href=${x}>`).toThrow('unquoted attribute')
    expect(() => tag`<!-- " --><a href=${x}>`).toThrow('unquoted attribute')
    expect(() => tag`<!--><a href=${x}>-->`).toThrow('unquoted attribute')
    expect(() => tag`<!---><a href=${x}>-->`).toThrow('unquoted attribute')
    expect(() => tag`<!--x--!><a href=${x}>-->`).toThrow('unquoted attribute')
    expect(() => tag`<!doctype html><a href=${x}>`).toThrow('unquoted attribute')
    expect(() => tag`<?php "><a href=${x}>`).toThrow('unquoted attribute')
    expect(() => tag`</><a href=${x}>`).toThrow('unquoted attribute')
    expect(() => tag`</ "><a href=${x}>`).toThrow('unquoted attribute')
    expect(() => tag`<script>"</script><a href=${x}>`).toThrow('unquoted attribute')
    expect(() => tag`<title>'</title><a href=${x}>`).toThrow('unquoted attribute')
    expect(() => tag`a < b > "<a href=${x}>`).toThrow('unquoted attribute')
    expect(() => tag`<p>${x}</p><a title="${x}" href=${x}>`).toThrow('unquoted attribute')
    expect(() => tag`<a title=> <a href=${x}>`).toThrow('unquoted attribute')
    expect(() => tag`<a/href=${x}>`).toThrow('unquoted attribute')
    expect(() => tag`<a b"=${x}>`).toThrow('unquoted attribute')
  })

  it('refuses text in script and style elements', () => {
    expect(() => tag`<script>let a = "${x}"</script>`).toThrow(
      'Cannot interpolate "x" into <script>',
    )
    expect(() => tag`<SCRIPT type="text/plain">${x}</SCRIPT>`).toThrow('into <script>')
    expect(() => tag`<style>a { color: ${x} }</style>`).toThrow('into <style>')
    expect(() => tag`<script>${1}</script>`).toThrow('Cannot interpolate 1 into <script>')
    expect(() => tag`<script>${[x]}</script>`).toThrow('into <script>')
    expect(() => tag`<script>"</scriptx>"; ${x}</script>`).toThrow('into <script>')
    expect(() => tag`<script>"<p>${x}</p>"</script>`).toThrow('into <script>')
    expect(() => tag`<script/>${x}</script>`).toThrow('into <script>')
    expect(() => tag`<script ${null}>${x}</script>`).toThrow('into <script>')
    expect(() => tag`<script src="${x}">${x}</script>`).toThrow('into <script>')
  })

  it('takes HTML that the program wrote, and nothing, in script and style elements', () => {
    expect(String(tag`<script>${tag.raw`if (a < b) {}`}</script>`)).toBe(
      '<script>if (a < b) {}</script>',
    )
    expect(String(tag`<style>${tag`a { color: red }`}</style>`)).toBe(
      '<style>a { color: red }</style>',
    )
    expect(String(tag`<script>${null}${undefined}${''}</script>`)).toBe('<script></script>')
    expect(String(tag`<script>${[tag.raw`a`, tag`;${1}`]}</script>`)).toBe('<script>a;1</script>')
    expect(String(tag`<script></script><p>${x}</p>`)).toBe('<script></script><p>x</p>')
    expect(String(tag`<style></STYLE ><p>${x}</p>`)).toBe('<style></STYLE ><p>x</p>')
  })

  it('refuses in a script what was escaped for HTML on the way', () => {
    expect(() => tag`<script>${tag`${x}`}</script>`).toThrow('HTML with interpolated text')
    expect(() => tag`<script>${tag`${[tag`${x}`]}`}</script>`).toThrow('into <script>')
    expect(() => tag`<style>${tag`a { color: ${x} }`}</style>`).toThrow('into <style>')
  })

  it('refuses to read a comment inside a script, which changes where it ends', () => {
    expect(() => tag`<script><!--<script></script>${x}--></script>`).toThrow(
      'inside <script>: write "\\x3C"',
    )
  })

  it('refuses any value in a comment or declaration', () => {
    expect(() => tag`<!-- ${x} -->`).toThrow(
      'Cannot use "<!-- " with a value inside, or without an end',
    )
    expect(() => tag`<!--${tag`x`}-->`).toThrow('with a value inside')
    expect(() => tag`<!-${x}>`).toThrow('with a value inside')
    expect(() => tag`<!--!>${x}-->`).toThrow('with a value inside')
    expect(() => tag`<!DOCTYPE ${x}>`).toThrow('"<!DOCTYPE "')
    expect(() => tag`<![CDATA[${x}]]>`).toThrow('with a value inside')
    expect(() => tag`<?xml ${x}>`).toThrow('with a value inside')
    expect(() => tag`</ ${x}>`).toThrow('with a value inside')
    expect(() => tag`<!-- never closed`).toThrow('without an end')
  })

  it('refuses any value in the name of a tag or an attribute', () => {
    expect(() => tag`<${x}>`).toThrow(
      'Cannot interpolate into the name of a tag or an attribute, after "<"',
    )
    expect(() => tag`</${x}>`).toThrow('name of a tag or an attribute, after "</"')
    expect(() => tag`<h${1}>`).toThrow('name of a tag or an attribute, after "<h"')
    expect(() => tag`1<${x}`).toThrow('name of a tag')
    expect(() => tag`<a data-${x}="1">`).toThrow('name of a tag or an attribute, after "<a data-"')
    expect(() => tag`<a b${tag`x`}>`).toThrow('or an attribute')
    expect(() => tag`<a ${tag`b="c"`}${tag`d="e"`}>`).toThrow('or an attribute')
    expect(() => tag`<a ${tag`b`}="c">`).toThrow('right after attributes of <a>')
    expect(() => tag`<a ${tag`b`}c="d">`).toThrow('put a space between')
    expect(() => tag`<title>a</title${x}>`).toThrow('inside <title>')
    expect(() => tag`<script>a</scr${tag`x`}ipt>`).toThrow('inside <script>')
  })

  it('takes fragments of attributes between attributes, and nothing', () => {
    const attributes = tag`class="${'"x"'}" data-a='${x}' disabled`
    expect(String(tag`<input ${attributes}>`)).toBe(
      `<input class="&quot;x&quot;" data-a='x' disabled>`,
    )
    expect(String(tag`<input a ${attributes} b>`)).toContain(' disabled b>')
    expect(String(tag`<input a="b"${tag` c="d"`}/>`)).toBe('<input a="b" c="d"/>')
    expect(String(tag`<input ${null} ${undefined} ${''} ${[]}>`)).toBe('<input    >')
    expect(String(tag`<input ${[tag`a`, [tag`b="c"`, tag`d`]]}>`)).toBe('<input a b="c" d>')
    expect(String(tag`<input ${tag`${tag`a="${x}"`} b`}>`)).toBe('<input a="x" b>')
    expect(String(tag`<input ${tag.raw`${'a=b'}`}>`)).toBe('<input a=b>')
  })

  it('refuses text between attributes', () => {
    expect(() => tag`<input ${'disabled'}>`).toThrow(
      'Cannot interpolate "disabled" between the attributes of <input>',
    )
    expect(() => tag`<input ${false}>`).toThrow('or null for nothing')
    expect(() => tag`<input ${[tag`a`, 'b']}>`).toThrow('between the attributes')
    expect(() => tag`<input disabled ${x}>`).toThrow('between the attributes')
  })

  it('refuses between attributes a fragment that is more or less than attributes', () => {
    const fits = (fragment: unknown) => tag`<input ${fragment}>`
    expect(() => fits(tag`${x}`)).toThrow('between the attributes')
    expect(() => fits(tag`disabled ${x}`)).toThrow('between the attributes')
    expect(() => fits(tag`${tag`${x}`}`)).toThrow('between the attributes')
    expect(() => fits(tag`value=${x}`)).toThrow('unquoted attribute "value"')
    expect(() => fits(tag`${x}="1"`)).toThrow('right after attributes')
    expect(() => fits(tag`a="${x}`)).toThrow('Cannot end a template inside a tag')
    expect(() => fits(tag`a=`)).toThrow('Cannot end a template inside a tag')
    expect(() => fits(tag`="a"`)).toThrow('as attributes')
    expect(() => fits(tag`<b>`)).toThrow('as attributes')
    expect(() => fits(tag`a="b">${x}`)).toThrow('as attributes')
    expect(() => fits(tag`href="${'javascript:x'}"`)).toThrow('"javascript:" URL')
    expect(() => fits(tag`onclick="${x}"`)).toThrow('the attribute "onclick"')
  })

  it('renders a fragment for its place when its values can change', () => {
    const values: unknown[] = [tag`a`]
    const fragment = tag`${values}`
    values[0] = x
    expect(() => tag`<input ${fragment}>`).toThrow('between the attributes')
  })

  it('refuses text in event handlers', () => {
    expect(() => tag`<a onclick="go('${x}')">`).toThrow(
      'Cannot interpolate "x" into the attribute "onclick" of <a>',
    )
    expect(() => tag`<a OnClick='${tag`${x}`}'>`).toThrow('the attribute "onclick"')
    expect(String(tag`<a onclick="go(${7}, ${tag.raw`"y"`})"></a>`)).toBe(
      '<a onclick="go(7, &quot;y&quot;)"></a>',
    )
  })

  it('escapes the document in srcdoc for both readings', () => {
    const page = tag`<p title="a">${'<b>'}</p>`
    const [iframe] = readHtml(String(tag`<iframe srcdoc="${page}${'<i>'}"></iframe>`)).tags
    expect(iframe!.attributes).toEqual([['srcdoc', '<p title="a">&lt;b&gt;</p>&lt;i&gt;']])
  })

  it('keeps HTML inside the quotes of an attribute', () => {
    const fragment = tag`<b class="${'x onclick=y'}" id='z'>`
    const both = String(tag`<a title="${fragment}" lang='${fragment}'>`)
    expect(readHtml(both).tags).toEqual([
      {
        name: 'a',
        attributes: [
          ['title', '<b class="x onclick=y" id=\'z\'>'],
          ['lang', '<b class="x onclick=y" id=\'z\'>'],
        ],
      },
    ])
  })

  it('refuses a template that ends inside a tag or a script', () => {
    expect(() => tag`<a href="`).toThrow('Cannot end a template inside <a>')
    expect(() => tag`<a href=`).toThrow('Cannot end a template inside <a>')
    expect(() => tag`<a `).toThrow('Cannot end a template inside <a>')
    expect(() => tag`<a`).toThrow('Cannot end a template inside <a>')
    expect(() => tag`a <`).toThrow('Cannot end a template inside a tag')
    expect(() => tag`<script>`).toThrow('Cannot end a template inside <script>')
    expect(() => tag`<textarea>${x}`).toThrow('Cannot end a template inside <textarea>')
    expect(String(tag`<html><body class="${x}">`)).toBe('<html><body class="x">')
  })

  it('takes text in title and textarea, where no tag can be', () => {
    expect(String(tag`<title>${'</title><b>'}</title><textarea> < ${x}</textarea>`)).toBe(
      '<title>&lt;/title&gt;&lt;b&gt;</title><textarea> < x</textarea>',
    )
    expect(() => tag`<svg><title><b a=${x}></b></title></svg>`).toThrow('inside <title>')
    expect(() => tag`<textarea></texta</textarea>`).toThrow('inside <textarea>')
  })

  it('reads a bare < as text', () => {
    expect(String(tag`1 < 2 <3 ${x}`)).toBe('1 < 2 <3 x')
  })
})

describe('html, in attributes that take a URL', () => {
  it.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    ' javascript:alert(1)',
    '\tjavascript:alert(1)',
    '\0javascript:alert(1)',
    '\x01\x1Fjavascript:alert(1)',
    'java\nscript:alert(1)',
    'java\r\n\tscript\t:alert(1)',
    'javascript&colon;alert(1)',
    'javascript&#58;alert(1)',
    '&#106;avascript:alert(1)',
    '&#x6A;avascript:alert(1)',
    '&#x000006A;avascript:alert(1)',
    '&#0000106avascript:alert(1)',
    'java&Tab;script:alert(1)',
    'java&NewLine;script:alert(1)',
    'java&#9;script:alert(1)',
    'javascript:',
    'javascript://%0aalert(1)',
  ])('refuses %j', (url) => {
    expect(() => tag`<a href="${url}">`).toThrow(
      'Cannot interpolate a "javascript:" URL into the attribute "href" of <a>',
    )
    expect(() => tag`<a href='${[url]}'>`).toThrow('"javascript:" URL')
    expect(() => tag`<a href="${tag`${url}`}">`).toThrow('"javascript:" URL')
    expect(() => tag`<a href="${tag.raw`${url}`}">`).toThrow('"javascript:" URL')
  })

  it.each([
    tag.raw`action`,
    tag.raw`ACTION`,
    tag.raw`formaction`,
    tag.raw`src`,
    tag.raw`data`,
    tag.raw`xlink:href`,
    tag.raw`poster`,
    tag.raw`to`,
  ])('refuses it in %s', (name) => {
    // One array per name stands for one template in the source.
    const strings = Object.assign([`<x ${name}="`, '">'], { raw: [`<x ${name}="`, '">'] })
    expect(() => tag(strings, 'javascript:x')).toThrow('"javascript:" URL')
    expect(String(tag(strings, '/x'))).toBe(`<x ${name}="/x">`)
  })

  it('sees a URL put together from parts', () => {
    expect(() => tag`<a href="java${'script:x'}">`).toThrow('"javascript:" URL')
    expect(() => tag`<a href="${'javascript'}:x">`).toThrow('"javascript:" URL')
    expect(() => tag`<a href="${'java'}${'script:'}">`).toThrow('"javascript:" URL')
    expect(() => tag`<a href="${'java'}sc${'ript'}:">`).toThrow('"javascript:" URL')
    expect(() => tag`<a href="javascript:go('${'x'}')">`).toThrow('"javascript:" URL')
    expect(() => tag`<a href=" &#106;ava${'script:x'}">`).toThrow('"javascript:" URL')
    expect(() => tag`<a title="${'x'}" href="${'javascript:x'}" lang="${'x'}">`).toThrow(
      '"javascript:" URL',
    )
    expect(() => tag`<a href="${'/x'}" src='${'javascript:x'}'>`).toThrow('attribute "src"')
  })

  it.each([
    '/javascript:x',
    'https://example.com/?a=b&c=javascript:x',
    'javascript',
    'mailto:a@b.c',
    '#javascript:',
    '?javascript:',
    './javascript:x',
    'javascripts:x',
    'data:image/png;base64,AA==',
    '',
  ])('takes %j', (url) => {
    const [a] = readHtml(String(tag`<a href="${url}">`)).tags
    expect(a!.attributes).toEqual([['href', url]])
  })

  it('takes the text in attributes that take no URL', () => {
    expect(String(tag`<a title="${'javascript:x'}">`)).toBe('<a title="javascript:x">')
  })
})

describe('html, for any text', () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({
      unit: fc.constantFrom(
        ...'<>&"\'`=/! \n\t;#ax-',
        '<b>',
        '</p>',
        '-->',
        '<script>',
        ' onclick=x',
        '&lt;',
        '&#60;',
      ),
    }),
  )
  const shape = (text: unknown) =>
    readHtml(String(text)).tags.map(({ name, attributes }) => [
      name,
      attributes.map(([name]) => name),
    ])

  it('adds no element and no attribute, and loses nothing', () => {
    const render = (a: string, b: string, c: string, d: string) =>
      tag`<p title="${a}" lang='x${b}y'>${c}<textarea name="${d}">${a}</textarea></p>`
    const expected = shape(render('', '', '', ''))

    fc.assert(
      fc.property(anyText, anyText, anyText, anyText, (a, b, c, d) => {
        const found = readHtml(String(render(a, b, c, d)))
        expect(shape(render(a, b, c, d))).toEqual(expected)
        expect(found.tags[0]!.attributes).toEqual([
          ['title', a],
          ['lang', `x${b}y`],
        ])
        expect(found.tags[1]!.attributes).toEqual([['name', d]])
        expect(found.text).toBe(c + a)
      }),
    )
  })

  it('adds none through fragments, as content, as attributes and as an attribute value', () => {
    const render = (a: string, b: string) =>
      tag`<p ${tag`title="${a}" data-x='${b}'`} lang="${tag`<i class="${a}">${b}</i>`}">${tag`<b>${a}</b>`}</p>`
    const expected = shape(render('', ''))

    fc.assert(
      fc.property(anyText, anyText, (a, b) => {
        expect(shape(render(a, b))).toEqual(expected)
      }),
    )
  })

  it('adds none whatever the template is: it throws, or the text stays text', () => {
    const piece = fc.constantFrom(
      '<a ',
      '<a',
      '<',
      '</',
      '</a>',
      '>',
      ' ',
      '"',
      "'",
      '=',
      'b',
      ' b=',
      ' b="',
      " b='",
      '/',
      '<p>',
      '<!--',
      '-->',
      '<!',
      '<script>',
      '</script>',
      '<title>',
      '</title',
      '</title>',
      '&',
      'x',
    )
    const literal = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''))
    const attack = fc.constantFrom(
      'x onclick=y',
      '" onclick="y',
      "' onclick='y",
      '><b>',
      ' onclick',
      '--><b>',
      '</script><b>',
      '</title><b>',
      'b',
      '/',
      '=',
      '>',
      ' ',
    )

    let rendered = 0
    fc.assert(
      fc.property(fc.array(literal, { minLength: 2, maxLength: 4 }), attack, (literals, attack) => {
        const strings = Object.assign([...literals], { raw: literals })
        const harmless = literals.slice(1).map(() => '0')
        let text: string
        try {
          text = String(tag(strings, ...literals.slice(1).map(() => attack)))
        } catch (error) {
          expect(error).toBeInstanceOf(TypeError)
          return
        }
        rendered++
        expect(shape(text)).toEqual(shape(tag(strings, ...harmless)))
      }),
      { numRuns: 3000 },
    )
    expect(rendered).toBeGreaterThan(100)
  })
})
