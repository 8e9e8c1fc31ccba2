// Uses the blog like a browser without JavaScript.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { createTestApp } from 'framework/testing'

const app = await createTestApp({ root: `${import.meta.dirname}/..` })
after(() => app.close())

describe('blog', () => {
  it('lists the posts, and opens one', async () => {
    const home = await app.visitor().visit('/')
    const post = await home.click('What Markdown can do')
    assert.equal(post.status, 200)
    assert.match(post.text, /A heading/)
  })

  it('lists the posts of a tag', async () => {
    const home = await app.visitor().visit('/')
    const tag = await home.click('markdown')
    assert.match(tag.text, /What Markdown can do/)
    assert.doesNotMatch(tag.text, /Hello/)
  })

  it('searches', async () => {
    const page = await app.visitor().visit('/search?q=first+post')
    assert.match(page.text, /1 post/)
    assert.match(page.text, /Hello/)
  })

  it('has a feed, with text that is safe in XML', async () => {
    const response = await app.fetch('/feed.xml')
    const feed = await response.text()
    assert.match(feed, /<title>Hello<\/title>/)
    assert.match(feed, /&lt;h2&gt;A heading&lt;\/h2&gt;/)
  })

  it('shows a page with the status 404 for a post and a tag that are not there', async () => {
    for (const path of ['/posts/none', '/tags/none']) {
      const page = await app.visitor().visit(path)
      assert.equal(page.status, 404)
      assert.match(page.text, /There is nothing here/)
    }
  })
})
