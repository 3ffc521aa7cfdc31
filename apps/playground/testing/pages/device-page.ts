// All that tests evaluate on a graphics device, in one module: bundled once, loaded by each of their pages.
import './bad-input-page.js'
import './clouds-page.js'
import './fluid-page.js'
import './fluid-probe-page.js'
import './sea-light-page.js'
import './shading-page.js'
