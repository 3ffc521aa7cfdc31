import '../style.css'
import '../figures/figures.css'
import './lab.css'
import { render } from 'preact'
import { LabApp } from './ui/lab-app.js'

const root = document.getElementById('app')
if (root) render(<LabApp />, root)
