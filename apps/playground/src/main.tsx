import './style.css'
import './figures/figures.css'
import './ui/instruments/instruments.css'
import './ui/gallery/gallery.css'
import './ui/take-away/take-away.css'
import './ui/panel/measured-speed.css'
import './ui/files/files.css'
import './ui/new-version.css'
import { render } from 'preact'
import { Playground } from './playground.js'
import { keepPage } from './session/installed-page.js'
import { App } from './ui/app.js'

const root = document.getElementById('app')
void keepPage()
if (root) render(<App playground={new Playground()} />, root)
