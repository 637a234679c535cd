"""The scripts that make shells ask `goat completion` what may follow.

Each calls `goat completion --words` with the words of the line after ``goat`` up to the cursor, of
which the last one is unfinished, and gets a candidate on each line.
"""

BASH = r"""# Completion of goat for bash. Put this into ~/.bashrc:
#     source <(goat completion bash)
_goat_completion() {
    local IFS=$'\n' line=${COMP_LINE:0:$COMP_POINT} word
    # The words as typed: bash itself splits at = and :, too.
    local -a words=()
    while IFS= read -r word; do words+=("$word"); done < <(
        IFS=$' \t\n' read -r -a words <<<"$line"; printf '%s\n' "${words[@]}"
    )
    [[ $line == *[[:space:]] ]] && words+=("")
    local last=${words[${#words[@]} - 1]} candidate
    COMPREPLY=()
    local cut=""
    # What stands before the last = is not part of the word for bash.
    [[ $last == *=* && $COMP_WORDBREAKS == *=* ]] && cut=${last%"${last##*=}"}
    while IFS= read -r candidate; do
        candidate=${candidate#"$cut"}
        # A blank ends a word that is complete; others, as in a file's name, are escaped.
        [[ $candidate == *[/=] ]] && candidate=$(printf %q "$candidate") ||
            candidate="$(printf %q "$candidate") "
        COMPREPLY+=("$candidate")
    done < <("${words[0]}" completion --words -- "${words[@]:1}" 2>/dev/null)
}
complete -o nospace -F _goat_completion goat
"""

ZSH = r"""#compdef goat
# Completion of goat for zsh. Put this into ~/.zshrc, after compinit:
#     source <(goat completion zsh)
_goat_completion() {
    local -a found going
    local candidate
    local -a line=("${(@)words[2,CURRENT]}")
    for candidate in "${(@f)$(${words[1]} completion --words -- "${(@)line}" 2>/dev/null)}"
    do
        [[ -z $candidate ]] && continue
        if [[ $candidate == *[/=] ]]; then going+=("$candidate"); else found+=("$candidate"); fi
    done
    (( ${#going} )) && compadd -S '' -- "${going[@]}"
    (( ${#found} )) && compadd -- "${found[@]}"
}
compdef _goat_completion goat
"""

FISH = r"""# Completion of goat for fish. Save it:
#     goat completion fish > ~/.config/fish/completions/goat.fish
function __goat_completion
    set -l words (commandline --tokenize --cut-at-cursor)
    set -a words (commandline --current-token --cut-at-cursor)
    $words[1] completion --words -- $words[2..-1] 2>/dev/null
end
complete --command goat --no-files --arguments '(__goat_completion)'
"""

POWERSHELL = r"""# Completion of goat for PowerShell. Put this into your profile ($PROFILE):
#     goat completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName goat -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $words = @($commandAst.CommandElements | Select-Object -Skip 1 |
        Where-Object { $_.Extent.EndOffset -lt $cursorPosition -or
            ($_.Extent.EndOffset -eq $cursorPosition -and $wordToComplete -eq '') } |
        ForEach-Object { $_.ToString() })
    # PowerShell drops an empty last word on its way to a program, so it is named instead.
    if ($wordToComplete -eq '') { $last = '--words-end' } else { $last = $wordToComplete }
    goat completion --words -- @words $last 2>$null | ForEach-Object {
        [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
    }
}
"""

SCRIPTS = {"bash": BASH, "zsh": ZSH, "fish": FISH, "powershell": POWERSHELL}
# Stands for an empty last word.
NOTHING_YET = "--words-end"
