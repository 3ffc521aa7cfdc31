import '../style.css'
import '../figures/figures.css'
import './viewer.css'
import { render } from 'preact'
import { exposeFilm } from './film.js'
import { Player } from './player.js'
import { isFilm } from './state.js'
import { ViewerApp } from './ui/viewer-app.js'

const root = document.getElementById('app')
const player = new Player()
if (isFilm) exposeFilm(player)
if (root) render(<ViewerApp player={player} />, root)
