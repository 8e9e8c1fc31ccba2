export const title = 'My blog'
/** Where the blog will be. The feed and the sitemap need it. */
export const origin = 'https://blog.example.com'
