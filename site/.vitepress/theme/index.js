import DefaultTheme from 'vitepress/theme'
import './flags.css'

export default DefaultTheme
