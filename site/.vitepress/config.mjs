// The pages of this repository as a site, from the same files: npm install && npm run build
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { defineConfig } from 'vitepress'

const root = resolve(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '../..')
const site = join(root, 'site')
const linked = new Set() // files that pages link to and that are no pages themselves

const title = (file) => readFileSync(join(root, file), 'utf8').match(/^# (.*)$/m)[1].replaceAll('`', '')
const page = (file) => ({ text: title(file), link: '/' + file.replace(/\.md$/, '') })
const pages = (folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => page(folder + '/' + name))
    .sort((a, b) => a.text.localeCompare(b.text))

const sections = {
  Tutorial: 'docs/tutorial',
  'How-to': 'docs/how-to',
  Reference: 'docs/reference',
  Explanation: 'docs/explanation',
}

// A link to a folder leads to its first page; one to a file that is no page, to a copy of it.
const followLinks = (md) => {
  const open = md.renderer.rules.link_open ?? ((tokens, i, options, _, self) => self.renderToken(tokens, i, options))
  md.renderer.rules.link_open = (tokens, i, options, env, self) => {
    const href = tokens[i].attrGet('href')
    if (!/^([a-z]+:|#)/.test(href)) {
      const target = resolve(root, dirname(env.relativePath === 'index.md' ? 'README.md' : env.relativePath), href.split('#')[0])
      const file = relative(root, target)
      if (existsSync(target) && statSync(target).isDirectory()) {
        tokens[i].attrSet('href', pages(file)[0].link)
      } else if (existsSync(target) && !file.endsWith('.md')) {
        linked.add(file)
        tokens[i].attrSet('href', '/' + file)
        tokens[i].attrSet('target', '_self')
        tokens[i].attrSet('download', '')
        return self.renderToken(tokens, i, options)
      }
    }
    return open(tokens, i, options, env, self)
  }
}

// Copies, for a page's code is looked up from where the page lies.
const copies = join(site, 'pages')
rmSync(copies, { recursive: true, force: true })
for (const file of ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'docs', 'benchmarks/README.md', 'onnx-models/scenes-tiny/README.md', 'onnx-models/scenes-tiny/RECIPE.md']) {
  cpSync(join(root, file), join(copies, file), { recursive: true })
}

// Two nearest points and one far from them, within the page, so that no file is asked for.
const icon =
  'data:image/svg+xml,' +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="#1f4e79"/>' +
      '<path d="M8 22 14 12" stroke="#fff" stroke-width="2"/><circle cx="8" cy="22" r="4" fill="#fff"/>' +
      '<circle cx="14" cy="12" r="4" fill="#e8a33d"/><circle cx="25" cy="9" r="3" fill="#fff" fill-opacity=".5"/></svg>',
  )

export default defineConfig({
  title: 'Falcon',
  description: 'Negatives for training vision-language models',
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: icon }]],
  srcDir: 'pages',
  outDir: 'dist',
  rewrites: { 'README.md': 'index.md' },
  markdown: { config: followLinks },
  themeConfig: {
    nav: Object.entries(sections).map(([text, folder]) => ({ text, link: pages(folder)[0].link })),
    sidebar: [
      { text: 'Falcon', link: '/' },
      ...Object.entries(sections).map(([text, folder]) => ({ text, collapsed: false, items: pages(folder) })),
      { text: 'Project', items: ['benchmarks/README.md', 'CONTRIBUTING.md', 'CHANGELOG.md'].map(page) },
    ],
    outline: [2, 3],
    search: { provider: 'local' },
  },
  buildEnd: (site) => {
    for (const file of linked) {
      mkdirSync(dirname(join(site.outDir, file)), { recursive: true })
      copyFileSync(join(root, file), join(site.outDir, file))
    }
  },
})
